package dev.signalbox.sink.kafka;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** The compacted topic that keeps the last checkpoint of each feed; created if it is missing. */
final class CursorTopic {
    /** How long to wait for an answer about the topic. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String POLICY = "cleanup.policy";
    private static final String COMPACT = "compact";
    /** Segments are small because Kafka does not compact the active one, and a new owner has to read it. */
    private static final Map<String, String> FORM =
            Map.of(POLICY, COMPACT, "segment.bytes", String.valueOf(16 << 20), "min.cleanable.dirty.ratio", "0.1");

    /** How long to wait for other feeds' open transactions while reading the last checkpoint. */
    private static final Duration READING = Duration.ofSeconds(20);

    private static final Duration POLL = Duration.ofMillis(100);
    /** Number of records that the first read covers; each further read goes ten times as far back. */
    private static final long FIRST_READ = 1_000;

    private final String name;
    private final TopicPartition partition;
    private final Clock clock;

    CursorTopic(String name, Clock clock) {
        this.name = name;
        this.partition = new TopicPartition(name, 0);
        this.clock = clock;
    }

    String name() {
        return name;
    }

    /** Creates the topic if it is missing, checks its settings, and returns what is wrong with it. */
    Optional<String> prepare(Admin admin) throws ExecutionException, InterruptedException {
        Config config = find(admin);
        if (config == null) {
            create(admin);
            return Optional.empty();
        }
        ConfigEntry policy = config.get(POLICY);
        return policy == null || COMPACT.equals(policy.value())
                ? Optional.empty()
                : Optional.of("topic " + name + " has " + POLICY + "=" + policy.value()
                        + ", so that checkpoints would be lost: set it to " + COMPACT
                        + ", or give another cursor-topic");
    }

    private @Nullable Config find(Admin admin) throws ExecutionException, InterruptedException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        try {
            return answer(admin.describeConfigs(List.of(resource)).values().get(resource));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return null;
            }
            throw e;
        }
    }

    private void create(Admin admin) throws ExecutionException, InterruptedException {
        // One partition, so that a checkpoint stays findable if partitions are added; the cluster's default number
        // of replicas.
        NewTopic topic = new NewTopic(name, Optional.of(1), Optional.empty()).configs(FORM);
        try {
            Void _ = answer(admin.createTopics(List.of(topic)).values().get(name));
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** Finds the last committed record of a key in the last records, then further back; throws a time-out exception. */
    @Nullable
    ConsumerRecord<byte[], byte[]> last(byte[] key, Admin admin, Consumer<byte[], byte[]> consumer)
            throws ExecutionException, InterruptedException {
        long begin = offset(admin, OffsetSpec.earliest());
        long end = offset(admin, OffsetSpec.latest());
        consumer.assign(List.of(partition));
        long deadline = clock.nanos() + READING.toNanos();
        ConsumerRecord<byte[], byte[]> found = null;
        for (long length = FIRST_READ; found == null && end > begin; length *= 10) {
            long start = Math.max(begin, end - length);
            found = last(key, consumer, start, end, deadline);
            end = start;
        }
        return found;
    }

    /**
     * Returns the end of all records, not the last stable offset that a read-committed consumer sees. Other feeds may have
     * open transactions here, and these must end before the records behind them are readable.
     */
    private long offset(Admin admin, OffsetSpec which) throws ExecutionException, InterruptedException {
        var asked =
                admin.listOffsets(Map.of(partition, which), new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED));
        return answer(asked.partitionResult(partition)).offset();
    }

    private @Nullable ConsumerRecord<byte[], byte[]> last(
            byte[] key, Consumer<byte[], byte[]> consumer, long start, long end, long deadline) {
        ConsumerRecord<byte[], byte[]> found = null;
        consumer.seek(partition, start);
        while (consumer.position(partition) < end) {
            if (clock.nanos() - deadline > 0) {
                throw new TimeoutException(
                        "the last checkpoint is not known yet: topic " + name + " has an open transaction, or is long");
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < end && Arrays.equals(record.key(), key)) {
                    found = record;
                }
            }
        }
        return found;
    }

    static <T> T answer(@Nullable KafkaFuture<T> asked) throws ExecutionException, InterruptedException {
        if (asked == null) {
            throw new IllegalStateException("what was asked for has an answer");
        }
        return asked.get();
    }
}

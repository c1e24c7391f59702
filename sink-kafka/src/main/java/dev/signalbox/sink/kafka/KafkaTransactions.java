package dev.signalbox.sink.kafka;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.kafka.KafkaCluster.TopicFailureCache;
import dev.signalbox.sink.kafka.KafkaClusterSettings.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Sends the events of a feed in transactions, each with a checkpoint that is written to a compacted topic. */
public final class KafkaTransactions implements TransactionalDestination {
    private static final System.Logger LOG = System.getLogger(KafkaTransactions.class.getName());
    private static final String CLUSTER = "cluster";

    private final KafkaClusterSettings settings;
    private final KafkaSinkSettings sink;
    private final String id;
    private final Function<Map<String, Object>, Producer<byte[], byte[]>> factory;
    private final KafkaErrors errors;
    private final TopicFailureCache missing;
    private final CursorTopic cursorTopic;
    private @Nullable ProducerTransaction current;
    private String cluster = "";
    private boolean closed;

    public KafkaTransactions(
            KafkaClusterSettings settings, KafkaSinkSettings sink, TransactionSettings names, Clock clock) {
        this(settings, sink, names, clock, KafkaProducer::new);
    }

    KafkaTransactions(
            KafkaClusterSettings settings,
            KafkaSinkSettings sink,
            TransactionSettings names,
            Clock clock,
            Function<Map<String, Object>, Producer<byte[], byte[]>> factory) {
        this.settings = settings;
        this.sink = sink;
        this.id = names.id();
        this.factory = factory;
        this.errors = new KafkaErrors(settings);
        this.missing = new TopicFailureCache(KafkaCluster.MISSING, clock);
        this.cursorTopic = new CursorTopic(names.cursorTopic(), clock);
    }

    @Override
    public SinkLimits limits() {
        return sink.limits();
    }

    @Override
    public synchronized BeginResult begin() throws InterruptedException {
        giveUp();
        if (closed) {
            return new BeginResult.Refused(errors.unavailable("the sink is closed"));
        }
        try (Admin admin = KafkaClients.admin(settings, CursorTopic.PATIENCE)) {
            Optional<String> problem = cursorTopic.prepare(admin);
            if (problem.isPresent()) {
                return new BeginResult.Refused(errors.unavailable(problem.get()));
            }
            cluster = CursorTopic.answer(admin.describeCluster().clusterId());
            Producer<byte[], byte[]> producer = factory.apply(KafkaClients.transactional(settings, id));
            current = new ProducerTransaction(producer, new RecordPreparer(sink), errors, missing);
            producer.initTransactions();
            try (Consumer<byte[], byte[]> consumer = KafkaClients.consumer(settings)) {
                return new BeginResult.Begun(checkpoint(admin, consumer));
            }
        } catch (ExecutionException e) {
            return refused(e.getCause() == null ? e : e.getCause());
        } catch (InterruptException e) {
            throw KafkaErrors.interrupted(e);
        } catch (KafkaException | IllegalStateException e) {
            return refused(e);
        }
    }

    private BeginResult refused(Throwable cause) {
        giveUp();
        return new BeginResult.Refused(errors.unavailable(cause));
    }

    private Optional<byte[]> checkpoint(Admin admin, Consumer<byte[], byte[]> consumer)
            throws ExecutionException, InterruptedException {
        ConsumerRecord<byte[], byte[]> record = cursorTopic.last(utf8(id), admin, consumer);
        if (record == null || record.value() == null) {
            return Optional.empty();
        }
        Header origin = record.headers().lastHeader(CLUSTER);
        String written = origin == null ? "" : new String(origin.value(), StandardCharsets.UTF_8);
        if (written.equals(cluster)) {
            return Optional.of(record.value());
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "the checkpoint of {0} in topic {1} is of another cluster, {2}, and says nothing about what this one has ({3})",
                id,
                cursorTopic.name(),
                written,
                cluster);
        return Optional.empty();
    }

    @Override
    public synchronized TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> checkpoint)
            throws InterruptedException {
        if (current == null) {
            return new TransactionResult.Unknown(errors.unavailable("the sink is closed"));
        }
        TransactionResult result = null;
        try {
            result = current.send(batch, included -> record(checkpoint.apply(included)));
        } catch (InterruptException e) {
            throw KafkaErrors.interrupted(e);
        } finally {
            if (!(result instanceof TransactionResult.Known)) {
                giveUp();
            }
        }
        return result;
    }

    private ProducerRecord<byte[], byte[]> record(byte[] checkpoint) {
        Headers headers = new RecordHeaders().add(CLUSTER, utf8(cluster));
        return new ProducerRecord<>(cursorTopic.name(), 0, null, utf8(id), checkpoint, headers);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Drops the producer's buffered records. The next producer start aborts an open transaction. */
    private void giveUp() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        giveUp();
    }

    /**
     * Settings of a feed's transactions.
     *
     * @param id Kafka's {@code transactional.id}, the same on every node, and the key of the feed's checkpoints
     * @param cursorTopic the compacted topic of the checkpoints
     */
    public record TransactionSettings(String id, String cursorTopic) {
        public TransactionSettings {
            String fault = TopicTemplate.fault(cursorTopic);
            if (fault != null) {
                throw new IllegalArgumentException(fault);
            }
        }
    }

    /** The compacted topic that keeps the last checkpoint of each feed; created if it is missing. */
    static final class CursorTopic {
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
            var asked = admin.listOffsets(
                    Map.of(partition, which), new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED));
            return answer(asked.partitionResult(partition)).offset();
        }

        private @Nullable ConsumerRecord<byte[], byte[]> last(
                byte[] key, Consumer<byte[], byte[]> consumer, long start, long end, long deadline) {
            ConsumerRecord<byte[], byte[]> found = null;
            consumer.seek(partition, start);
            while (consumer.position(partition) < end) {
                if (clock.nanos() - deadline > 0) {
                    throw new TimeoutException("the last checkpoint is not known yet: topic " + name
                            + " has an open transaction, or is long");
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
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.kafka.KafkaCluster.ProducerSession;
import dev.signalbox.sink.kafka.KafkaCluster.ProducerSession.Retirement;
import dev.signalbox.sink.kafka.KafkaErrors.SendFailure;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Topics of one call. A thread looks up a new topic, so that only the messages of that topic wait. */
final class TopicLookups {
    private final KafkaCluster cluster;
    private final ProducerSession session;
    private final KafkaErrors errors;
    private final Map<String, RecordDestination.Topic> views = new HashMap<>();
    private final Map<String, FutureTask<RecordDestination.Topic>> asked = new HashMap<>();
    private @Nullable String latestTopic;
    private RecordDestination.Topic latestView = new RecordDestination.Pending();

    TopicLookups(KafkaCluster cluster, ProducerSession session) {
        this.cluster = cluster;
        this.session = session;
        this.errors = cluster.errors();
    }

    RecordDestination.Topic view(String topic) {
        // Usually the same topic as the previous message, and one comparison is cheaper than a hash.
        if (!topic.equals(latestTopic)) {
            latestView = views.computeIfAbsent(topic, this::begin);
            latestTopic = topic;
        }
        return latestView;
    }

    private RecordDestination.Topic begin(String topic) {
        Optional<Outcome> missing = cluster.missingTopics().find(topic);
        if (missing.isPresent()) {
            return new RecordDestination.NotWritable(missing.get());
        }
        if (session.knows(topic)) {
            return ask(topic);
        }
        FutureTask<RecordDestination.Topic> task = new FutureTask<>(() -> ask(topic));
        asked.put(topic, task);
        Thread.ofVirtual().name("signalbox-kafka-topic-" + topic).start(task);
        return new RecordDestination.Pending();
    }

    private RecordDestination.Topic ask(String topic) {
        try {
            return RecordDestination.Writable.of(session.partitions(topic));
        } catch (KafkaException | IllegalStateException failure) {
            return notWritable(topic, failure);
        }
    }

    private RecordDestination.Topic notWritable(String topic, RuntimeException failure) {
        if (session.isRetired()) {
            return new RecordDestination.NotWritable(Outcome.NOT_ATTEMPTED);
        }
        session.forget(topic);
        SendFailure meaning = errors.beforeHandOver(failure, topic);
        if (meaning.outcome() instanceof Outcome.Postponed postponed) {
            cluster.missingTopics().remember(topic, postponed.reason());
        }
        if (meaning.broken()) {
            cluster.retire(session, new Retirement(meaning.outcome().reason(), true));
        }
        return new RecordDestination.NotWritable(meaning.outcome());
    }

    boolean isPending() {
        return !asked.isEmpty();
    }

    /** Waits for all lookups; the producer gives up after {@code max.block.ms}. */
    void await() throws InterruptedException {
        for (Map.Entry<String, FutureTask<RecordDestination.Topic>> entry : asked.entrySet()) {
            try {
                views.put(entry.getKey(), entry.getValue().get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("the look-up of a topic ended", e.getCause());
            }
        }
        asked.clear();
        latestTopic = null;
    }

    void cancel() {
        asked.values().forEach(task -> task.cancel(true));
    }

    /** Where a record goes, as far as it is known before the record is handed to the producer. */
    sealed interface RecordDestination {
        sealed interface Topic {}

        record Pending() implements RecordDestination, Topic {}

        /** The topic or the record's partition cannot be written to now. */
        record NotWritable(Outcome outcome) implements RecordDestination, Topic {}

        /** The partitions that have a leader can be written to. */
        record Writable(int partitions, BitSet led) implements Topic {
            static Writable of(List<PartitionInfo> partitions) {
                BitSet led = new BitSet(partitions.size());
                for (PartitionInfo partition : partitions) {
                    Node leader = partition.leader();
                    led.set(partition.partition(), leader != null && !leader.isEmpty());
                }
                return new Writable(partitions.size(), led);
            }
        }

        record AnyPartition() implements RecordDestination {}

        /** The record goes to this partition, as every record with its key does. */
        record InPartition(TopicPartition partition) implements RecordDestination {}

        /** @param key the record's key if it determines the partition */
        static RecordDestination of(Topic view, String topic, byte @Nullable [] key, KafkaErrors errors) {
            return switch (view) {
                case Pending pending -> pending;
                case NotWritable notWritable -> notWritable;
                case Writable writable -> {
                    if (key == null || writable.partitions() == 0) {
                        yield new AnyPartition();
                    }
                    // Same as Kafka's own partitioner, so that a key stays in the partition that other producers use.
                    int partition = Utils.toPositive(Utils.murmur2(key)) % writable.partitions();
                    yield writable.led().get(partition)
                            ? new InPartition(new TopicPartition(topic, partition))
                            : new NotWritable(errors.leaderless(topic, partition));
                }
            };
        }
    }
}

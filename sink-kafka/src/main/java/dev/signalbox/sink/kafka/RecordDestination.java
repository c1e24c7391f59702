package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Where a record goes, as far as it is known before the record is handed to the producer. */
sealed interface RecordDestination {
    /** What a call knows about a topic. */
    sealed interface Topic {}

    /** The topic lookup has not completed yet. */
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

    /** The producer chooses the partition. */
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

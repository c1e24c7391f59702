package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Where a record goes, as far as it is known before the record is handed to the producer. */
sealed interface RecordDestination {
    /** The topic lookup has not completed yet. */
    record Pending() implements RecordDestination {}

    /** The record cannot be written now. */
    record NotWritable(Outcome outcome) implements RecordDestination {}

    /** The producer chooses the partition. */
    record AnyPartition() implements RecordDestination {}

    /** The record goes to this partition, as every record with its key does. */
    record InPartition(TopicPartition partition) implements RecordDestination {}

    RecordDestination PENDING = new Pending();
    RecordDestination ANY_PARTITION = new AnyPartition();

    static RecordDestination of(
            TopicAvailability view, PreparedRecord.Sendable draft, boolean choosesPartitions, KafkaErrors kafkaErrors) {
        return switch (view) {
            case TopicAvailability.Pending() -> PENDING;
            case TopicAvailability.NotWritable(Outcome outcome) -> new NotWritable(outcome);
            case TopicAvailability.Writable writable ->
                of(writable, draft.topic(), choosesPartitions ? draft.key() : null, kafkaErrors);
        };
    }

    private static RecordDestination of(
            TopicAvailability.Writable view, String topic, byte @Nullable [] key, KafkaErrors kafkaErrors) {
        if (key == null || view.partitions() == 0) {
            return ANY_PARTITION;
        }
        // Same as Kafka's own partitioner, so that a key stays in the partition that other producers use.
        int partition = Utils.toPositive(Utils.murmur2(key)) % view.partitions();
        return view.led().get(partition)
                ? new InPartition(new TopicPartition(topic, partition))
                : new NotWritable(kafkaErrors.leaderless(topic, partition));
    }
}

package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Where a record goes, as far as it is known before the producer has it. */
sealed interface Place {
    /** The cluster has not said yet what the topic is. */
    record Pending() implements Place {}

    /** It cannot go there now. */
    record Closed(Outcome outcome) implements Place {}

    /** The producer chooses the partition. */
    record Anywhere() implements Place {}

    /** It goes to this partition, as every record with its key does. */
    record At(TopicPartition partition) implements Place {}

    Place PENDING = new Pending();
    Place ANYWHERE = new Anywhere();

    static Place of(TopicView view, Draft.Sendable draft, boolean choosesPartitions, Failures failures) {
        return switch (view) {
            case TopicView.Pending() -> PENDING;
            case TopicView.Closed(Outcome outcome) -> new Closed(outcome);
            case TopicView.Open open -> of(open, draft.topic(), choosesPartitions ? draft.key() : null, failures);
        };
    }

    private static Place of(TopicView.Open view, String topic, byte @Nullable [] key, Failures failures) {
        if (key == null || view.partitions() == 0) {
            return ANYWHERE;
        }
        // As Kafka's own partitioner does it, so that keys stay where other producers put them.
        int partition = Utils.toPositive(Utils.murmur2(key)) % view.partitions();
        return view.led().get(partition)
                ? new At(new TopicPartition(topic, partition))
                : new Closed(failures.leaderless(topic, partition));
    }
}

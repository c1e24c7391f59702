package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.common.PartitionInfo;

/** What a call knows about a topic. */
sealed interface TopicView {
    /** The cluster is being asked. */
    record Pending() implements TopicView {}

    /** Nothing can be sent to it now. */
    record Closed(Outcome outcome) implements TopicView {}

    /** Records can be sent to those of its partitions that have a leader. */
    record Open(int partitions, BitSet led) implements TopicView {
        static Open of(List<PartitionInfo> partitions) {
            BitSet led = new BitSet(partitions.size());
            for (PartitionInfo partition : partitions) {
                led.set(
                        partition.partition(),
                        partition.leader() != null && !partition.leader().isEmpty());
            }
            return new Open(partitions.size(), led);
        }
    }

    TopicView PENDING = new Pending();
}

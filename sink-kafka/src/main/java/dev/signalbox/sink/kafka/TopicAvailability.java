package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.common.PartitionInfo;

/** What a call knows about a topic. */
sealed interface TopicAvailability {
    /** The lookup is in progress. */
    record Pending() implements TopicAvailability {}

    /** The topic cannot be written to now. */
    record NotWritable(Outcome outcome) implements TopicAvailability {}

    /** The partitions that have a leader can be written to. */
    record Writable(int partitions, BitSet led) implements TopicAvailability {
        static Writable of(List<PartitionInfo> partitions) {
            BitSet led = new BitSet(partitions.size());
            for (PartitionInfo partition : partitions) {
                led.set(
                        partition.partition(),
                        partition.leader() != null && !partition.leader().isEmpty());
            }
            return new Writable(partitions.size(), led);
        }
    }

    TopicAvailability PENDING = new Pending();
}

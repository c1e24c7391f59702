package dev.signalbox.postgres.log;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The partition length and retention of Signalbox's own log.
 *
 * @param length the length of a partition, in whole seconds
 * @param ahead how many partitions are created beyond the current one
 * @param retention older partitions whose events are done are dropped; null to keep all
 */
public record PartitionSettings(
        Duration length, int ahead, @Nullable Duration retention) {
    public static final PartitionSettings DEFAULT = new PartitionSettings(Duration.ofDays(1), 3, Duration.ofDays(7));

    public PartitionSettings {
        if (length.toSeconds() < 1 || ahead < 1) {
            throw new IllegalArgumentException("no partitions of %s, %d ahead".formatted(length, ahead));
        }
    }
}

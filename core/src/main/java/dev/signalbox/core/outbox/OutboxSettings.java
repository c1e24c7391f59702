package dev.signalbox.core.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.source.ClaimMode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an outbox table is worked.
 *
 * @param processingTimeout after which a row that another program claimed counts as abandoned and is claimed again
 * @param maxPayloadBytes larger payloads are claimed, but left in the database
 * @param limits larger values of other columns are left in the database too
 * @param holdExhausted whether a failed row holds up its group until an operator retries or discards it
 */
public record OutboxSettings(
        ClaimMode claimMode,
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Ordering ordering,
        boolean holdExhausted,
        ColumnLimits limits) {

    public static final OutboxSettings DEFAULTS = new OutboxSettings(
            ClaimMode.MARK, Duration.ofMinutes(5), 16L << 20, new Retention.Keep(), Ordering.BLOCK, false);

    /** Settings with the default limits of columns. */
    public OutboxSettings(
            ClaimMode claimMode,
            Duration processingTimeout,
            long maxPayloadBytes,
            Retention retention,
            Ordering ordering,
            boolean holdExhausted) {
        this(claimMode, processingTimeout, maxPayloadBytes, retention, ordering, holdExhausted, ColumnLimits.DEFAULTS);
    }

    public OutboxSettings {
        if (processingTimeout.isNegative() || processingTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "processing-timeout: '" + processingTimeout + "' is too short; allowed is more than zero");
        }
        if (maxPayloadBytes < 1) {
            throw new IllegalArgumentException(
                    "max-payload-bytes: '" + maxPayloadBytes + "' is too small; allowed is 1 and more");
        }
    }

    public OutboxSettings with(ClaimMode other) {
        return new OutboxSettings(
                other, processingTimeout, maxPayloadBytes, retention, ordering, holdExhausted, limits);
    }

    public OutboxSettings with(Ordering other) {
        return new OutboxSettings(
                claimMode, processingTimeout, maxPayloadBytes, retention, other, holdExhausted, limits);
    }

    public OutboxSettings with(Retention other) {
        return new OutboxSettings(
                claimMode, processingTimeout, maxPayloadBytes, other, ordering, holdExhausted, limits);
    }

    public OutboxSettings with(ColumnLimits other) {
        return new OutboxSettings(
                claimMode, processingTimeout, maxPayloadBytes, retention, ordering, holdExhausted, other);
    }

    /** What happens to messages that have been delivered. */
    public sealed interface Retention {
        /** They stay. */
        record Keep() implements Retention {}

        /** They are deleted in small batches, some time after their delivery. */
        record DeleteAfter(Duration time) implements Retention {
            public DeleteAfter {
                if (time.isNegative()) {
                    throw new IllegalArgumentException(
                            "retention: '" + time + "' is negative; allowed is zero or more");
                }
            }
        }

        /** They are deleted instead of being marked completed. */
        record DeleteOnCompletion() implements Retention {}

        /** They move to another table in small batches, some time after their delivery; without a schema, the session's. */
        record ArchiveAfter(Duration time, @Nullable String schema, String table) implements Retention {
            public ArchiveAfter {
                if (time.isNegative()) {
                    throw new IllegalArgumentException("archive: '" + time + "' is negative; allowed is zero or more");
                }
            }
        }

        /** Whether delivery needs the right to delete. With an archive, rows stay if it is missing. */
        default boolean deletes() {
            return this instanceof DeleteAfter || this instanceof DeleteOnCompletion;
        }

        /** How long a delivered message stays in its table before it is deleted or moved. */
        default Optional<Duration> stay() {
            return switch (this) {
                case Keep(), DeleteOnCompletion() -> Optional.empty();
                case DeleteAfter(var time) -> Optional.of(time);
                case ArchiveAfter archive -> Optional.of(archive.time());
            };
        }
    }
}

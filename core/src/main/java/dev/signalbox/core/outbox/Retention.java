package dev.signalbox.core.outbox;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What becomes of messages that have been delivered. */
public sealed interface Retention {
    /** They stay. */
    record Keep() implements Retention {}

    /** They are deleted in small batches, some time after their delivery. */
    record DeleteAfter(Duration time) implements Retention {
        public DeleteAfter {
            if (time.isNegative()) {
                throw new IllegalArgumentException("retention: '" + time + "' is negative; allowed is zero or more");
            }
        }
    }

    /** They are deleted instead of being marked completed. */
    record DeleteOnCompletion() implements Retention {}

    /**
     * They move to another table in small batches, some time after their delivery.
     *
     * @param schema that table's; null if the session's search path or database decides
     */
    record ArchiveAfter(Duration time, @Nullable String schema, String table) implements Retention {
        public ArchiveAfter {
            if (time.isNegative()) {
                throw new IllegalArgumentException("archive: '" + time + "' is negative; allowed is zero or more");
            }
        }
    }

    static Retention keep() {
        return new Keep();
    }

    static Retention deleteAfter(Duration time) {
        return new DeleteAfter(time);
    }

    static Retention deleteOnCompletion() {
        return new DeleteOnCompletion();
    }

    /** Whether nothing is delivered without the right to delete. Where there is an archive, rows stay without it. */
    default boolean deletes() {
        return this instanceof DeleteAfter || this instanceof DeleteOnCompletion;
    }

    /** How long a delivered message stays in its table, where somebody takes it from there later. */
    default Optional<Duration> stay() {
        return switch (this) {
            case Keep(), DeleteOnCompletion() -> Optional.empty();
            case DeleteAfter(var time) -> Optional.of(time);
            case ArchiveAfter archive -> Optional.of(archive.time());
        };
    }
}

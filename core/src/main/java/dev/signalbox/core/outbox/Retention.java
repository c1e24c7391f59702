package dev.signalbox.core.outbox;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What happens to messages that have been delivered. */
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

    /** They move to another table in small batches, some time after their delivery; without a schema, the session's. */
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

package dev.signalbox.core.outbox;

import java.time.Duration;

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

    static Retention keep() {
        return new Keep();
    }

    static Retention deleteAfter(Duration time) {
        return new DeleteAfter(time);
    }

    static Retention deleteOnCompletion() {
        return new DeleteOnCompletion();
    }

    /** Whether the right to delete is needed. */
    default boolean deletes() {
        return !(this instanceof Keep);
    }
}

package dev.signalbox.core.outcome;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The sink's report on one message. */
public sealed interface Outcome {
    /** The details, for logs and operators. */
    String reason();

    /** The destination has it. */
    record Delivered() implements Outcome {
        @Override
        public String reason() {
            return "delivered";
        }
    }

    /**
     * The message itself is bad and will be refused every time.
     *
     * @param unsent whether it was refused before it was sent: this says nothing about the destination
     */
    record Rejected(String reason, boolean unsent) implements Outcome {
        public Rejected(String reason) {
            this(reason, false);
        }

        /** Refused before it was sent. */
        public static Rejected unsent(String reason) {
            return new Rejected(reason, true);
        }
    }

    /** The request was larger than the destination accepts. */
    record TooLarge(String reason) implements Outcome {}

    /** The destination tried and failed; a retry may succeed. */
    record Failed(String reason) implements Outcome {}

    /** The destination asks for a pause. */
    record Throttled(String reason, @Nullable Duration retryAfter) implements Outcome {}

    /** The destination is unavailable for all messages: down, wrongly addressed, or refusing our credentials. */
    record Unavailable(String reason) implements Outcome {}

    /** It was sent without an answer: the destination may or may not have it. */
    record Unknown(String reason) implements Outcome {}

    /** It was in the batch, but an earlier message ended the attempt: the destination has not seen it. */
    record NotAttempted() implements Outcome {
        @Override
        public String reason() {
            return "not attempted";
        }
    }

    /** What this message needs is unavailable, while others can be delivered: it waits, and its group with it. */
    record Postponed(String reason, Duration retryAfter) implements Outcome {}

    Outcome DELIVERED = new Delivered();
    Outcome NOT_ATTEMPTED = new NotAttempted();
}

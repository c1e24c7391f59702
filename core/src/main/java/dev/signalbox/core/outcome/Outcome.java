package dev.signalbox.core.outcome;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a destination made of a message, in the words of the sink that saw it. */
public sealed interface Outcome {
    /** What is to be said about it. */
    String reason();

    /** The destination has it. */
    record Delivered() implements Outcome {
        @Override
        public String reason() {
            return "delivered";
        }
    }

    /** The message itself is bad and will be refused every time. */
    record Rejected(String reason) implements Outcome {}

    /** The request was larger than the destination takes. */
    record TooLarge(String reason) implements Outcome {}

    /** The destination tried and failed; it may work later. */
    record Failed(String reason) implements Outcome {}

    /** The destination asks for a pause. */
    record Throttled(String reason, @Nullable Duration retryAfter) implements Outcome {}

    /** The destination cannot be used, whatever the message: down, or wrongly addressed, or refusing our credentials. */
    record Unavailable(String reason) implements Outcome {}

    /** It was sent and no answer came: the destination may or may not have it. */
    record Unknown(String reason) implements Outcome {}

    /** It was in the batch, but something before it ended the attempt: the destination has not seen it. */
    record NotAttempted() implements Outcome {
        @Override
        public String reason() {
            return "not attempted";
        }
    }

    /**
     * What this message needs is away, while others can be delivered: it waits by itself, and its group with it.
     *
     * @param retryAfter when it is worth another try
     */
    record Postponed(String reason, Duration retryAfter) implements Outcome {}

    Outcome DELIVERED = new Delivered();
    Outcome NOT_ATTEMPTED = new NotAttempted();
}

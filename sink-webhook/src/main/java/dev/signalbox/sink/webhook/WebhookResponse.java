package dev.signalbox.sink.webhook;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of a request. */
public sealed interface WebhookResponse {
    /** The longest text of an answer that is kept, in characters. */
    int MAX_BODY = 5_000;

    /** How long it took. */
    Duration duration();

    /**
     * The target has answered with a status.
     *
     * @param retryAfter the header of this name as it arrived; null if there is none
     * @param body the beginning of the answer's text
     * @param truncated whether the text is longer, or broke off
     */
    record Answered(int status, @Nullable String retryAfter, String body, boolean truncated, Duration duration)
            implements WebhookResponse {}

    /** Nothing was sent: the target cannot have it. */
    record NotSent(NotSent.Cause cause, String reason, Duration duration) implements WebhookResponse {
        /** Why it was not sent. */
        public enum Cause {
            /** The target is not allowed. */
            REFUSED_TARGET,
            /** Its name has no address, or the look-up took too long. */
            UNKNOWN_HOST,
            /** No connection could be established. */
            UNREACHABLE,
            /** The TLS handshake failed, or the certificate is not valid for the name. */
            TLS,
            /** All connections were in use. */
            BUSY,
            /** It would have begun after the time after which it must not. */
            TOO_LATE,
            /** The client is closed. */
            CLOSED
        }
    }

    /** It was sent, at least in part, and no status came back: the target may have it. */
    record NoAnswer(NoAnswer.Cause cause, String reason, Duration duration) implements WebhookResponse {
        /** What came instead of a status. */
        public enum Cause {
            /** Nothing: the time was up, or the connection ended. */
            SILENCE,
            /** Something that is not an HTTP answer, or one beyond the limits. */
            BROKEN
        }
    }
}

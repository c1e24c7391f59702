package dev.signalbox.core.publisher;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Events could not be published. A constructor makes one that says that this attempt failed: it counts, and the events
 * are retried. The factory methods say something else.
 */
public class PublishException extends Exception {
    private static final long serialVersionUID = 1;

    /** What is at fault, which decides what follows. */
    public enum Kind {
        /** This attempt: it counts, and another one follows after a while. */
        FAILED,
        /** The event: it will never be accepted, and is dead-lettered. */
        REFUSED,
        /** The other system, whatever the event: nothing counts, and everything waits until it is back. */
        UNAVAILABLE
    }

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    /** This attempt failed; the next one may succeed. */
    public PublishException(String message) {
        this(Kind.FAILED, message, null, null);
    }

    /** This attempt failed; the next one may succeed. */
    public PublishException(String message, @Nullable Throwable cause) {
        this(Kind.FAILED, message, cause, null);
    }

    private PublishException(Kind kind, String message, @Nullable Throwable cause, @Nullable Duration retryAfter) {
        super(message, cause);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** The event itself is bad: no later attempt will succeed. Of several events, Signalbox finds the bad one. */
    public static PublishException refused(String message) {
        return new PublishException(Kind.REFUSED, message, null, null);
    }

    /** The event itself is bad: no later attempt will succeed. Of several events, Signalbox finds the bad one. */
    public static PublishException refused(String message, @Nullable Throwable cause) {
        return new PublishException(Kind.REFUSED, message, cause, null);
    }

    /** The other system is unavailable now, whatever the event. */
    public static PublishException unavailable(String message, @Nullable Throwable cause) {
        return new PublishException(Kind.UNAVAILABLE, message, cause, null);
    }

    /** The other system asks for a pause of this length. */
    public static PublishException retryAfter(Duration pause, String message) {
        return new PublishException(Kind.UNAVAILABLE, message, null, pause);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether no later attempt will succeed. */
    public boolean isPermanent() {
        return kind == Kind.REFUSED;
    }

    /** The pause that the other system asked for, if it did. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}

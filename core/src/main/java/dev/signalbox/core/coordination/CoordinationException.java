package dev.signalbox.core.coordination;

/** The coordinator could not be reached; the call may have taken effect. */
public final class CoordinationException extends Exception {
    public CoordinationException(String message, Throwable cause) {
        super(message, cause);
    }

    public CoordinationException(String message) {
        super(message);
    }
}

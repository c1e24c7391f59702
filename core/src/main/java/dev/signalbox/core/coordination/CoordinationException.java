package dev.signalbox.core.coordination;

/** The coordinator could not be reached; whether the call took effect is not known. */
public final class CoordinationException extends Exception {
    public CoordinationException(String message, Throwable cause) {
        super(message, cause);
    }

    public CoordinationException(String message) {
        super(message);
    }
}

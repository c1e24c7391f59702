package dev.signalbox.core.source;

/** A source could not be reached or failed; nothing is known to have changed. */
public final class SourceException extends Exception {
    public SourceException(String message, Throwable cause) {
        super(message, cause);
    }

    public SourceException(String message) {
        super(message);
    }
}

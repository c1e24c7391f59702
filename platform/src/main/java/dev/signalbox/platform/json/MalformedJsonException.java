package dev.signalbox.platform.json;

/** A body that is not one JSON value in UTF-8, or not of the expected kind. */
public final class MalformedJsonException extends Exception {
    public MalformedJsonException(String message) {
        super(message);
    }
}

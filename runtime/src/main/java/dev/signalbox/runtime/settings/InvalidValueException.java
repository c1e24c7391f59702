package dev.signalbox.runtime.settings;

/** A value that its setting does not allow; the message says what is allowed. */
public final class InvalidValueException extends Exception {
    public InvalidValueException(String message) {
        super(message, null, false, false);
    }
}

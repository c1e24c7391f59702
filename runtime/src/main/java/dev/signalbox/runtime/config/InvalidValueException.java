package dev.signalbox.runtime.config;

/** A value that its setting does not allow; the message says what is allowed. */
final class InvalidValueException extends Exception {
    InvalidValueException(String message) {
        super(message, null, false, false);
    }
}

package dev.signalbox.runtime.settings;

/** A value that its setting does not allow; the message says what is allowed. */
public final class BadValue extends Exception {
    public BadValue(String message) {
        super(message, null, false, false);
    }
}

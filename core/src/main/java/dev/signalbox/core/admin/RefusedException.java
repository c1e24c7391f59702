package dev.signalbox.core.admin;

/** What an operator asked for cannot be done here; the message says why and what would help. */
public final class RefusedException extends Exception {
    public RefusedException(String message) {
        super(message);
    }
}

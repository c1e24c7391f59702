package dev.signalbox.core.admin;

/** An operator's request cannot be carried out here; the message says why and what helps. */
public final class RefusedException extends Exception {
    public RefusedException(String message) {
        super(message);
    }
}

package dev.signalbox.client;

/** A message that cannot be recorded as it is; nothing was written, and the transaction goes on. */
public final class MessageRefusedException extends IllegalArgumentException {
    MessageRefusedException(String message) {
        super(message);
    }

    MessageRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}

package dev.signalbox.client;

/** A message cannot be recorded as it is; nothing was written, and the transaction can continue. */
public final class MessageRefusedException extends IllegalArgumentException {
    MessageRefusedException(String message) {
        super(message);
    }

    MessageRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}

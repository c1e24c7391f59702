package dev.signalbox.client;

/** There is no transaction to make the writes atomic; nothing was written. */
public final class NoTransactionException extends IllegalStateException {
    NoTransactionException(String message) {
        super(message);
    }
}

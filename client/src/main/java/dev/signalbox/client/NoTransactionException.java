package dev.signalbox.client;

/** There is no transaction that could hold together what belongs together; nothing was written. */
public final class NoTransactionException extends IllegalStateException {
    NoTransactionException(String message) {
        super(message);
    }
}

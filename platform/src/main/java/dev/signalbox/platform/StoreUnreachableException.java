package dev.signalbox.platform;

/** There was no connection to the database, so nothing was tried, and it says nothing about what was to be done. */
public final class StoreUnreachableException extends StoreException {
    private static final long serialVersionUID = 1;

    public StoreUnreachableException(String message, Throwable cause) {
        super(message, cause, false);
    }
}

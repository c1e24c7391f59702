package dev.signalbox.platform;

/** The database could not be reached or failed. Unless a method says otherwise, nothing is known to have changed. */
public class StoreException extends Exception {
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreException(String message) {
        super(message);
    }
}

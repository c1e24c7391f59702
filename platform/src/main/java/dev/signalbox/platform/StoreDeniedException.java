package dev.signalbox.platform;

/** The database answers, but the role of the platform may not do what is needed. An operator has to grant it. */
public final class StoreDeniedException extends StoreException {
    public StoreDeniedException(String message, Throwable cause) {
        super(message, cause, false);
    }

    public StoreDeniedException(String message) {
        super(message);
    }
}

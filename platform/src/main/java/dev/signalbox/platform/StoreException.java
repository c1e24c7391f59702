package dev.signalbox.platform;

import org.jspecify.annotations.Nullable;

/** The database could not be reached or failed. */
public class StoreException extends Exception {
    private final boolean mayHaveChanged;

    /** Something may have changed: the answer to a commit may be lost. */
    public StoreException(String message, Throwable cause) {
        this(message, cause, true);
    }

    public StoreException(String message, @Nullable Throwable cause, boolean mayHaveChanged) {
        super(message, cause);
        this.mayHaveChanged = mayHaveChanged;
    }

    /** Nothing has changed. */
    public StoreException(String message) {
        super(message);
        this.mayHaveChanged = false;
    }

    /** Whether the work may be done although it failed. What is not idempotent must not be repeated then. */
    public boolean mayHaveChanged() {
        return mayHaveChanged;
    }

    /** The same failure, after earlier statements of the work have been committed. */
    public StoreException afterChange() {
        return new StoreException(String.valueOf(getMessage()), this, true);
    }
}

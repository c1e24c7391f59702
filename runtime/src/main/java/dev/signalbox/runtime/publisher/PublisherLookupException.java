package dev.signalbox.runtime.publisher;

import org.jspecify.annotations.Nullable;

/** A requested publisher does not exist, or the existing ones cannot be used together. */
public final class PublisherLookupException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PublisherLookupException(String message) {
        this(message, null);
    }

    public PublisherLookupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

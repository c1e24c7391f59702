package dev.signalbox.core.publisher;

import org.jspecify.annotations.Nullable;

/** A publisher that is asked for does not exist, or those that exist cannot be used together. */
public final class PublisherLookupException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PublisherLookupException(String message) {
        this(message, null);
    }

    public PublisherLookupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

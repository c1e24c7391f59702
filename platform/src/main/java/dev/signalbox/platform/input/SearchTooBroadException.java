package dev.signalbox.platform.input;

import dev.signalbox.platform.StoreException;

/** A search that looked through too many items. */
public final class SearchTooBroadException extends StoreException {
    public SearchTooBroadException(int seconds, Throwable cause) {
        super(
                "The search did not find a page within %d s; narrow it by time or by further criteria."
                        .formatted(seconds),
                cause,
                false);
    }
}

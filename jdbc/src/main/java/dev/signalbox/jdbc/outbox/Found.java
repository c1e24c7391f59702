package dev.signalbox.jdbc.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A row that waits, as it was when it was looked at.
 *
 * @param size what its payload takes in memory
 * @param content all of it, if it was read along
 */
public record Found(String id, long size, TakenRows.@Nullable Row content) {
    public Found(String id, long size) {
        this(id, size, null);
    }
}

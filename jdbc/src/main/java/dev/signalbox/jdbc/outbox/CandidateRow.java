package dev.signalbox.jdbc.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A row that waits, as it was when it was looked at.
 *
 * @param size what its payload takes in memory
 * @param content all of it, if it was read along
 */
public record CandidateRow(String id, long size, ClaimedRows.@Nullable ClaimedRow content) {
    public CandidateRow(String id, long size) {
        this(id, size, null);
    }
}

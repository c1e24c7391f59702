package dev.signalbox.jdbc.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A waiting row at the time of the scan.
 *
 * @param size the size of its payload in memory
 * @param content the whole row, if the scan read it
 */
public record CandidateRow(String id, long size, ClaimedRows.@Nullable ClaimedRow content) {
    public CandidateRow(String id, long size) {
        this(id, size, null);
    }
}

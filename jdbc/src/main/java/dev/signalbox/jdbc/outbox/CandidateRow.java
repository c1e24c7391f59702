package dev.signalbox.jdbc.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A waiting row at the time of the scan.
 *
 * @param size the memory for its payload and its headers
 * @param content the whole row, if the scan read it
 * @param oversized why it has no id, if its id is oversized
 */
public record CandidateRow(
        String id,
        long size,
        ClaimedRows.@Nullable ClaimedRow content,
        @Nullable OversizedRow oversized) {
    public CandidateRow(String id, long size) {
        this(id, size, null, null);
    }

    public CandidateRow(String id, long size, ClaimedRows.@Nullable ClaimedRow content) {
        this(id, size, content, null);
    }

    /** A row whose id is too large to be read. */
    public static CandidateRow oversized(OversizedRow row) {
        return new CandidateRow("", 0, null, row);
    }
}

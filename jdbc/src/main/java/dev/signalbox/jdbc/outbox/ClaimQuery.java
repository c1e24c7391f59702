package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import java.util.List;
import java.util.Set;

/**
 * Which groups to read from, and how much.
 *
 * @param inFlight messages in flight, or waiting for their next attempt
 * @param farAhead whether the cache has room for many rows beyond those wanted now
 */
public record ClaimQuery(List<String> groups, int messages, int perGroup, Set<String> inFlight, boolean farAhead) {
    /** Cuts the group prefix at a message in flight, if the rows behind it have to wait for it. */
    public List<CandidateRow> untilInFlight(Ordering ordering, List<CandidateRow> rows) {
        return ordering != Ordering.BLOCK || inFlight.isEmpty()
                ? rows
                : rows.stream().takeWhile(row -> !inFlight.contains(row.id())).toList();
    }
}

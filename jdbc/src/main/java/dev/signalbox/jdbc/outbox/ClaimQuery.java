package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import java.util.List;
import java.util.Set;

/**
 * Which groups to read from, and how much.
 *
 * @param inFlight messages that wait for their next attempt
 * @param farAhead whether there is room to remember many rows beyond what is wanted now
 */
public record ClaimQuery(List<String> groups, int messages, int perGroup, Set<String> inFlight, boolean farAhead) {
    /** A held message ends its group's run where those behind it have to wait for it. */
    public List<CandidateRow> untilInFlight(Ordering ordering, List<CandidateRow> rows) {
        return ordering != Ordering.BLOCK || inFlight.isEmpty()
                ? rows
                : rows.stream().takeWhile(row -> !inFlight.contains(row.id())).toList();
    }
}

package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import java.util.List;
import java.util.Set;

/**
 * Which groups to read from, and how much.
 *
 * @param held messages that wait for their next attempt
 * @param farAhead whether there is room to remember many rows beyond what is wanted now
 */
public record Wish(List<String> groups, int messages, int perGroup, Set<String> held, boolean farAhead) {
    /** A held message ends its group's run where those behind it have to wait for it. */
    public List<Found> untilHeld(Ordering ordering, List<Found> rows) {
        return ordering != Ordering.BLOCK || held.isEmpty()
                ? rows
                : rows.stream().takeWhile(row -> !held.contains(row.id())).toList();
    }
}

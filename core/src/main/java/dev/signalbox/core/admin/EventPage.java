package dev.signalbox.core.admin;

import java.util.List;

/**
 * A numbered page of rows.
 *
 * @param total how many rows there are in all, counted up to {@link EventQuery#DEEPEST}
 * @param more whether there are more than that
 */
public record EventPage(List<OutboxEvent> events, int total, boolean more) {
    public EventPage {
        events = List.copyOf(events);
    }
}

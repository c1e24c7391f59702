package dev.signalbox.core.admin;

import java.util.List;

/**
 * A numbered page of rows.
 *
 * @param total the number of rows, counted up to {@link EventQuery#DEEPEST}
 * @param more whether there are more rows than that
 */
public record EventPage(List<OutboxEvent> events, int total, boolean more) {
    public EventPage {
        events = List.copyOf(events);
    }
}

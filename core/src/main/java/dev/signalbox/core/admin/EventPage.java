package dev.signalbox.core.admin;

import java.util.List;

/** A numbered page of rows; {@code total} and {@code more} count up to {@link EventQuery#DEEPEST}. */
public record EventPage(List<OutboxEvent> events, int total, boolean more) {
    public EventPage {
        events = List.copyOf(events);
    }
}

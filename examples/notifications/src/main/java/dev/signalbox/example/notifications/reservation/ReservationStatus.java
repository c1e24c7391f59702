package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.EventType;
import java.util.Set;

/** The status of a reservation. */
public enum ReservationStatus {
    REQUESTED(EventType.RESERVATION_REQUESTED),
    CONFIRMED(EventType.RESERVATION_CONFIRMED),
    CANCELLED(EventType.RESERVATION_CANCELLED);

    private final EventType event;

    ReservationStatus(EventType event) {
        this.event = event;
    }

    /** The event that a change to this status records. */
    EventType event() {
        return event;
    }

    /** The statuses that may follow; empty for a final one. */
    Set<ReservationStatus> next() {
        return switch (this) {
            case REQUESTED -> Set.of(CONFIRMED, CANCELLED);
            case CONFIRMED -> Set.of(CANCELLED);
            case CANCELLED -> Set.of();
        };
    }
}

package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.EventType;
import java.util.Set;

/** How far a reservation is. */
public enum ReservationStatus {
    REQUESTED(EventType.RESERVATION_REQUESTED),
    CONFIRMED(EventType.RESERVATION_CONFIRMED),
    CANCELLED(EventType.RESERVATION_CANCELLED);

    private final EventType event;

    ReservationStatus(EventType event) {
        this.event = event;
    }

    /** What is told when a reservation gets there. */
    EventType event() {
        return event;
    }

    /** What may come next; empty at the end. */
    Set<ReservationStatus> next() {
        return switch (this) {
            case REQUESTED -> Set.of(CONFIRMED, CANCELLED);
            case CONFIRMED -> Set.of(CANCELLED);
            case CANCELLED -> Set.of();
        };
    }
}

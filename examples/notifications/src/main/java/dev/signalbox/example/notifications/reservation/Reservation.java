package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.Parties;
import dev.signalbox.example.notifications.event.Parties.Addressee;
import dev.signalbox.example.notifications.event.Parties.Party;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The current state of a reservation, which is also the payload of its events, because each consumer needs all of it. */
public record Reservation(
        long reservationId,
        Party restaurant,
        Party customer,
        @Nullable Party agency,
        int guests,
        Instant at,
        Status status) {
    public enum Status {
        REQUESTED,
        CONFIRMED,
        CANCELLED;

        /** The statuses that may follow; empty for a final one. */
        Set<Status> next() {
            return switch (this) {
                case REQUESTED -> Set.of(CONFIRMED, CANCELLED);
                case CONFIRMED -> Set.of(CANCELLED);
                case CANCELLED -> Set.of();
            };
        }
    }

    /** Reservations of this many guests or more also go to the administration. */
    static final int LARGE_PARTY = 20;

    /** The recipients of its current status. The restaurant confirms itself, so it knows already. */
    List<Addressee> concerned() {
        Parties parties = new Parties(restaurant, customer, agency);
        return status == Status.CONFIRMED ? parties.guests() : parties.all(guests >= LARGE_PARTY);
    }
}

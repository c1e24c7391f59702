package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.Addressee;
import dev.signalbox.example.notifications.event.Parties;
import dev.signalbox.example.notifications.event.Party;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The current state of a reservation, which is also the payload of its events, because each consumer needs all of it. */
public record Reservation(
        long reservationId,
        Party restaurant,
        Party customer,
        @Nullable Party agency,
        int guests,
        Instant at,
        ReservationStatus status) {
    /** Reservations of this many guests or more also go to the administration. */
    static final int LARGE_PARTY = 20;

    /** The recipients of its current status. The restaurant confirms itself, so it knows already. */
    List<Addressee> concerned() {
        Parties parties = new Parties(restaurant, customer, agency);
        return status == ReservationStatus.CONFIRMED ? parties.guests() : parties.all(guests >= LARGE_PARTY);
    }
}

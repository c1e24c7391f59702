package dev.signalbox.example.notifications.reservation;

import dev.signalbox.example.notifications.event.Addressee;
import dev.signalbox.example.notifications.event.Parties;
import dev.signalbox.example.notifications.event.Party;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reservation as it is now. It is also what events tell, since whoever reads one needs all of it. */
public record Reservation(
        long reservationId,
        Party restaurant,
        Party customer,
        @Nullable Party agency,
        int guests,
        Instant at,
        ReservationStatus status) {
    /** From so many guests on the administration wants to know. */
    static final int LARGE_PARTY = 20;

    /** Who is told that it has got here. It is the restaurant that confirms, and so it knows already. */
    List<Addressee> concerned() {
        Parties parties = new Parties(restaurant, customer, agency);
        return status == ReservationStatus.CONFIRMED ? parties.guests() : parties.all(guests >= LARGE_PARTY);
    }
}

package dev.signalbox.example.notifications.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those whom a reservation or an order is about. */
public record Parties(
        Party restaurant, Party customer, @Nullable Party agency) {
    /** All of them, and the administration if it is something large. */
    public List<Addressee> all(boolean large) {
        List<Addressee> all = new ArrayList<>(List.of(new Addressee(Audience.RESTAURANT, restaurant.id())));
        all.addAll(guests());
        if (large) {
            all.add(Addressee.ADMINISTRATION);
        }
        return List.copyOf(all);
    }

    /** The customer, and the agency if there is one. */
    public List<Addressee> guests() {
        Addressee diner = new Addressee(Audience.CUSTOMER, customer.id());
        return agency == null ? List.of(diner) : List.of(diner, new Addressee(Audience.AGENCY, agency.id()));
    }
}

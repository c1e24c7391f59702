package dev.signalbox.example.notifications.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parties of a reservation or an order. */
public record Parties(
        Party restaurant, Party customer, @Nullable Party agency) {
    /** All parties, and the administration if the amount is large. */
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

package dev.signalbox.example.notifications.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parties of a reservation or an order. */
public record Parties(
        Party restaurant, Party customer, @Nullable Party agency) {
    private static final Addressee ADMINISTRATION = new Addressee(Audience.ADMIN, 1);

    /** A restaurant, a customer or an agency, as named in events. */
    public record Party(long id, String name) {}

    /** The recipient of an event, whose id becomes the {@code aggregate_id}. Listeners look up its users and their channels. */
    public record Addressee(Audience audience, long id) {}

    /** All parties, and the administration if the amount is large. */
    public List<Addressee> all(boolean large) {
        List<Addressee> all = new ArrayList<>(List.of(new Addressee(Audience.RESTAURANT, restaurant.id())));
        all.addAll(guests());
        if (large) {
            all.add(ADMINISTRATION);
        }
        return List.copyOf(all);
    }

    /** The customer, and the agency if there is one. */
    public List<Addressee> guests() {
        Addressee diner = new Addressee(Audience.CUSTOMER, customer.id());
        return agency == null ? List.of(diner) : List.of(diner, new Addressee(Audience.AGENCY, agency.id()));
    }
}

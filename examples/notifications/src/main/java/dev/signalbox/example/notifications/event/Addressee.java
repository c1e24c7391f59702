package dev.signalbox.example.notifications.event;

/**
 * The recipient of an event. Listeners look up its users and their channels.
 *
 * @param id the id of the restaurant, customer and so on, which becomes the {@code aggregate_id}
 */
public record Addressee(Audience audience, long id) {
    /** The only administration. */
    public static final Addressee ADMINISTRATION = new Addressee(Audience.ADMIN, 1);
}

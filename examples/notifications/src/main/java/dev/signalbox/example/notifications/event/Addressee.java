package dev.signalbox.example.notifications.event;

/**
 * Whom an event is for. Who its users are and how they like to hear of it is not known here: listeners find that out.
 *
 * @param id the restaurant's, the customer's and so on, which becomes the {@code aggregate_id}
 */
public record Addressee(Audience audience, long id) {
    /** There is one administration. */
    public static final Addressee ADMINISTRATION = new Addressee(Audience.ADMIN, 1);
}

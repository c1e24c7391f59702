package dev.signalbox.example.notifications.event;

import java.util.Locale;

/** Who is told of something. The name is the {@code aggregate_type} of an event, which decides its queue. */
public enum Audience {
    /** The users of a restaurant. */
    RESTAURANT,
    /** A customer. */
    CUSTOMER,
    /** The users of an agency that books for its customers. */
    AGENCY,
    /** Those who run all of this. */
    ADMIN;

    /** The queue that the producer puts its events into. */
    public String queue() {
        return "notification." + name().toLowerCase(Locale.ROOT);
    }

    /** The queue of what its listener rejects. */
    public String deadLetterQueue() {
        return queue() + ".dead";
    }
}

package dev.signalbox.example.notifications.event;

import java.util.Locale;

/** A kind of recipients. The name is the {@code aggregate_type} of an event, which decides its queue. */
public enum Audience {
    /** The users of a restaurant. */
    RESTAURANT,
    /** A customer. */
    CUSTOMER,
    /** The users of an agency that books for its customers. */
    AGENCY,
    /** The administrators of the system. */
    ADMIN;

    /** The queue for its events. */
    public String queue() {
        return "notification." + name().toLowerCase(Locale.ROOT);
    }

    /** The dead-letter queue of its listener. */
    public String deadLetterQueue() {
        return queue() + ".dead";
    }
}

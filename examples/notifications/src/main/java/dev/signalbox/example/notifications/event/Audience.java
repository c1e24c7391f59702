package dev.signalbox.example.notifications.event;

import java.util.Locale;

/** A kind of recipients. The name is the {@code aggregate_type} of an event, which decides its queue. */
public enum Audience {
    RESTAURANT,
    CUSTOMER,
    /** The users of an agency that books for its customers. */
    AGENCY,
    ADMIN;

    public String queue() {
        return "notification." + name().toLowerCase(Locale.ROOT);
    }

    public String deadLetterQueue() {
        return queue() + ".dead";
    }
}

package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.JsonFields;
import tools.jackson.databind.JsonNode;

/** What the producer publishes. Members that are not needed here may be there, and may become more. */
record EventMessage(String eventId, String eventType, Audience audience, long aggregateId, JsonNode payload) {
    private static final int LONGEST_ID = 64;
    private static final int LONGEST_TYPE = 100;

    /** A message that can never be understood, however often it is delivered. */
    static final class MalformedException extends RuntimeException {
        MalformedException(String message) {
            super(message);
        }
    }

    /**
     * Reads a message of a queue.
     *
     * @throws MalformedException if it is not one that belongs there
     */
    static EventMessage read(Audience queue, byte[] body) {
        try {
            JsonFields jsonFields = JsonFields.of(body);
            String id = jsonFields.text("event_id");
            String type = jsonFields.text("event_type");
            Audience audience = jsonFields.oneOf("aggregate_type", Audience.class);
            long aggregate = jsonFields.number("aggregate_id", Long.MIN_VALUE, Long.MAX_VALUE);
            JsonNode payload = jsonFields.object("payload");
            return checked(queue, jsonFields.make(() -> new EventMessage(id, type, audience, aggregate, payload)));
        } catch (InvalidFieldsException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }

    private static EventMessage checked(Audience queue, EventMessage event) {
        if (event.audience() != queue) {
            throw new MalformedException(
                    "It is for " + event.audience() + ", and came by the queue " + queue.queue() + ".");
        }
        if (event.eventId().length() > LONGEST_ID || event.eventType().length() > LONGEST_TYPE) {
            throw new MalformedException(
                    "'event_id' has at most " + LONGEST_ID + " characters, and 'event_type' " + LONGEST_TYPE + ".");
        }
        return event;
    }
}

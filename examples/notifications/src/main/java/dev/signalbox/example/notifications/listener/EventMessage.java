package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.JsonFields;
import tools.jackson.databind.JsonNode;

/** A message of the producer. Unknown members are ignored. */
record EventMessage(String eventId, String eventType, Audience audience, long aggregateId, JsonNode payload) {
    private static final int MAX_ID_LENGTH = 64;
    private static final int MAX_TYPE_LENGTH = 100;

    /** A message that cannot be parsed, so that a redelivery is useless. */
    static final class MalformedException extends RuntimeException {
        MalformedException(String message) {
            super(message);
        }
    }

    /**
     * Parses a message of a queue.
     *
     * @throws MalformedException if it is malformed or belongs to another queue
     */
    static EventMessage read(Audience queue, byte[] body) {
        try {
            JsonFields fields = JsonFields.of(body);
            String id = fields.text("event_id");
            String type = fields.text("event_type");
            Audience audience = fields.oneOf("aggregate_type", Audience.class);
            long aggregate = fields.number("aggregate_id", Long.MIN_VALUE, Long.MAX_VALUE);
            JsonNode payload = fields.object("payload");
            return checked(queue, fields.make(() -> new EventMessage(id, type, audience, aggregate, payload)));
        } catch (InvalidFieldsException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }

    private static EventMessage checked(Audience queue, EventMessage event) {
        if (event.audience() != queue) {
            throw new MalformedException(
                    "It is for " + event.audience() + ", and came by the queue " + queue.queue() + ".");
        }
        if (event.eventId().length() > MAX_ID_LENGTH || event.eventType().length() > MAX_TYPE_LENGTH) {
            throw new MalformedException("'event_id' has at most " + MAX_ID_LENGTH + " characters, and 'event_type' "
                    + MAX_TYPE_LENGTH + ".");
        }
        return event;
    }
}

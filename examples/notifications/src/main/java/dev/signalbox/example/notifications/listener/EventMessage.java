package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import dev.signalbox.example.web.InvalidFieldsException;
import dev.signalbox.example.web.JsonFields;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A message of the producer. Unknown members are ignored. */
record EventMessage(String eventId, String eventType, Audience audience, long aggregateId, JsonNode payload) {
    private static final int MAX_ID_LENGTH = 64;
    private static final int MAX_TYPE_LENGTH = 100;

    /** @throws InvalidFieldsException if it is malformed or belongs to another queue, so that a redelivery is useless */
    static EventMessage read(Audience queue, byte[] body) {
        JsonFields fields = JsonFields.of(body);
        String id = fields.text("event_id");
        String type = fields.text("event_type");
        Audience audience = fields.oneOf("aggregate_type", Audience.class);
        long aggregate = fields.number("aggregate_id", Long.MIN_VALUE, Long.MAX_VALUE);
        JsonNode payload = fields.object("payload");
        EventMessage event = fields.make(() -> new EventMessage(id, type, audience, aggregate, payload));
        if (audience != queue) {
            throw new InvalidFieldsException(
                    "It is for " + audience + ", and came by the queue " + queue.queue() + ".");
        }
        if (id.length() > MAX_ID_LENGTH || type.length() > MAX_TYPE_LENGTH) {
            throw new InvalidFieldsException("'event_id' has at most " + MAX_ID_LENGTH
                    + " characters, and 'event_type' " + MAX_TYPE_LENGTH + ".");
        }
        return event;
    }

    /** The title of its notifications. */
    String title() {
        return switch (eventType) {
            case "RESERVATION_REQUESTED" -> "A table is asked for";
            case "RESERVATION_CONFIRMED" -> "The table is reserved";
            case "RESERVATION_CANCELLED" -> "The reservation is cancelled";
            case "ORDER_CREATED" -> "There is a new order";
            default -> eventType.toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** The text of its notifications: the payload, as {@code guests: 4, restaurant: Osteria Lucia}. */
    String text() {
        return payload.propertyStream()
                .filter(member -> !member.getValue().isNull())
                .map(member -> member.getKey() + ": " + text(member.getValue()))
                .collect(Collectors.joining(", "))
                .replace('\0', ' ');
    }

    private static String text(JsonNode value) {
        JsonNode named = value.isObject() ? value.path("name") : value;
        return named.isString() ? named.stringValue() : value.toString();
    }
}

package dev.signalbox.example.notifications.listener;

import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The text of a notification. An unknown type gets a shorter text. */
record NotificationText(String title, String body) {
    static NotificationText of(EventMessage event) {
        return new NotificationText(title(event.eventType()), body(event.payload()));
    }

    private static String title(String type) {
        return switch (type) {
            case "RESERVATION_REQUESTED" -> "A table is asked for";
            case "RESERVATION_CONFIRMED" -> "The table is reserved";
            case "RESERVATION_CANCELLED" -> "The reservation is cancelled";
            case "ORDER_CREATED" -> "There is a new order";
            default -> type.toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** The payload, as {@code guests: 4, restaurant: Osteria Lucia}. */
    private static String body(JsonNode payload) {
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

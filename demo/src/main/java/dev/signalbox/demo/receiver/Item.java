package dev.signalbox.demo.receiver;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message as the receiver reads it.
 *
 * @param lane the number of its group
 * @param number its place in the group, the first is 1
 */
public record Item(String id, long lane, int number, String currency) {
    static final String UNKNOWN_CURRENCY = "???";

    /** Reads a message's payload. */
    public static Item of(String payload) {
        return of(JsonMapper.shared().readTree(payload));
    }

    static Item of(JsonNode message) {
        String group = message.path("group").asString("");
        return new Item(
                message.path("id").asString(""),
                Long.parseLong(group.substring(group.indexOf('-') + 1)),
                message.path("number").asInt(0),
                message.path("currency").asString(""));
    }

    boolean isBad() {
        return currency.equals(UNKNOWN_CURRENCY);
    }
}

package dev.signalbox.demo.receiver;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One item of a batch, as the receiver reads it.
 *
 * @param id a number that is unique among the messages of its table or log
 * @param name its id as text
 * @param sequence grows with each message of the group
 * @param writtenAt when the shop wrote it, in nanoseconds of the demo's clock; 0 if unknown
 */
public record ReceivedItem(long id, String name, String group, long sequence, String currency, long writtenAt) {
    static final String UNKNOWN_CURRENCY = "???";
    /** An order has fewer messages. */
    private static final long MESSAGES_PER_ORDER = 4;
    /** The shop has fewer customers. */
    private static final long CUSTOMERS = 256;

    /** Reads an event of an order. */
    public static ReceivedItem ofShopEvent(JsonNode message) {
        return ofShop(message, groupNumber(message) * MESSAGES_PER_ORDER + sequence(message));
    }

    /** Reads a dispatch job for a customer. */
    public static ReceivedItem ofShopJob(JsonNode message) {
        return ofShop(message, groupNumber(message) + sequence(message) * CUSTOMERS);
    }

    /** Reads a wallet event as the publisher sends it. */
    static ReceivedItem ofWalletEvent(JsonNode event) {
        long position = event.path("position").asLong();
        String wallet = event.path("tags").path("wallet_id").asString();
        return new ReceivedItem(position, "at position " + position, wallet, position, "", 0);
    }

    /** Parses the payload column of a table. */
    public static JsonNode parse(String payload) {
        return JsonMapper.shared().readTree(payload);
    }

    private static ReceivedItem ofShop(JsonNode message, long id) {
        return new ReceivedItem(
                id,
                message.path("id").asString(""),
                message.path("group").asString(""),
                sequence(message),
                message.path("currency").asString(""),
                message.path("writtenAt").asLong(0));
    }

    private static long groupNumber(JsonNode message) {
        String group = message.path("group").asString("");
        return Long.parseLong(group.substring(group.indexOf('-') + 1));
    }

    private static long sequence(JsonNode message) {
        return message.path("number").asLong(0);
    }
}

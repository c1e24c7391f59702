package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The per-item results of a response, as far as they are readable.
 *
 * <p>Uses Jackson's streaming parser: this is off the hot path (responses with results are small), it returns the items
 * before the point where a response was cut, and it has limits of its own.
 *
 * @param items in the order of the response
 * @param ended whether the object was read to its end
 */
record ItemResults(List<Item> items, boolean ended) {
    /**
     * The result of one item.
     *
     * @param position the log position of the event that the item refers to
     * @param status a number, or a word
     * @param error a text, or raw JSON; null if there is none
     */
    record Item(
            @Nullable String id,
            @Nullable String position,
            @Nullable String status,
            @Nullable String error) {}

    /** Allows the same nesting depth in payloads as {@link JsonCheck}, and numbers of any length. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonCheck.MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** Reads as much as possible; anything but an object with results yields no items. */
    static ItemResults read(byte[] body) {
        List<Item> items = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            return new ItemResults(items, readObject(parser, body, items));
        } catch (JacksonException cutOrNoJson) {
            return new ItemResults(items, false);
        }
    }

    private static boolean readObject(JsonParser parser, byte[] body, List<Item> items) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean results = parser.currentName().equals("results");
            if (parser.nextToken() == JsonToken.START_ARRAY && results) {
                readItems(parser, body, items);
            } else {
                parser.skipChildren();
            }
        }
        return parser.currentToken() == JsonToken.END_OBJECT;
    }

    private static void readItems(JsonParser parser, byte[] body, List<Item> items) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(readItem(parser, body));
        }
    }

    /** Treats a bare word or number in place of an object as the status. */
    private static Item readItem(JsonParser parser, byte[] body) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return new Item(null, null, readValue(parser, body), null);
        }
        String id = null;
        String position = null;
        String status = null;
        String error = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "id" -> id = readValue(parser, body);
                case "position" -> position = readValue(parser, body);
                case "status" -> status = readValue(parser, body);
                case "error" -> error = readError(parser, body);
                default -> parser.skipChildren();
            }
        }
        return new Item(id, position, status, error);
    }

    private static @Nullable String readError(JsonParser parser, byte[] body) {
        String error = readValue(parser, body);
        boolean none = error == null || error.isBlank() || error.matches("false|\\{\\s*}|\\[\\s*]");
        return none ? null : error;
    }

    /** Returns a string decoded, and any other value as raw JSON. */
    private static @Nullable String readValue(JsonParser parser, byte[] body) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
            return parser.getString();
        }
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int end = (int) parser.currentLocation().getByteOffset();
        return new String(body, start, end - start, StandardCharsets.UTF_8);
    }

    /** The top-level id member of a payload, if it is a string or a number. */
    static @Nullable String idOf(byte[] payload) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? lastId(parser) : null;
        } catch (JacksonException beyondItsLimits) {
            // The payload is valid, but the parser has defences of its own, for example against colliding keys. Such a
            // message can still be matched by its row id.
            return null;
        }
    }

    /** If there are several, the last one counts, as in most parsers. */
    private static @Nullable String lastId(JsonParser parser) {
        String id = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean named = parser.currentName().equals("id");
            JsonToken value = parser.nextToken();
            if (named) {
                id = value == JsonToken.VALUE_STRING || value.isNumeric() ? parser.getString() : null;
            }
            parser.skipChildren();
        }
        return id;
    }
}

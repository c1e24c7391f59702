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
 * The per-item results of a response, as far as they could be read.
 *
 * <p>Read with Jackson's streaming parser: it is off the hot path (answers with results are small), it gives what came
 * before the point where a response was cut, and it has limits of its own.
 *
 * @param items in the order of the response
 * @param ended whether the object was read to its end
 */
record ItemResults(List<Item> items, boolean ended) {
    /**
     * What the response says of one item.
     *
     * @param position the place in its log of the event that it speaks of
     * @param status a number, or a word
     * @param error a text, or raw JSON; null if there is none
     */
    record Item(
            @Nullable String id,
            @Nullable String position,
            @Nullable String status,
            @Nullable String error) {}

    /** Payloads are as deep as {@link JsonCheck} lets them be, and their numbers as long as their writer liked. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonCheck.MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** Reads what can be read; anything but an object with results has no items. */
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

    /** A bare word or number in place of an object is taken for its status. */
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

    /** Text as it is meant, anything else as it is written. */
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

    /** The top-level id member of a payload, if it has one that is a string or a number. */
    static @Nullable String idOf(byte[] payload) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), payload)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? lastId(parser) : null;
        } catch (JacksonException beyondItsLimits) {
            // The payload is valid, but the parser also defends itself, for one against keys made to collide. Such a
            // message is still matched by its row's id.
            return null;
        }
    }

    /** Of several, the last one counts, as it does for most readers. */
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

package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A JSON object around a payload, whose bytes stay unchanged. */
final class EventBody {
    static final String AGGREGATE_TYPE = "aggregateType";

    private static final byte[] ID = ascii("{\"event_id\":");
    private static final byte[] TYPE = ascii(",\"event_type\":");
    private static final byte[] AGGREGATE = ascii(",\"aggregate_type\":");
    private static final byte[] AGGREGATE_ID = ascii(",\"aggregate_id\":");
    private static final byte[] PAYLOAD = ascii(",\"payload\":");
    private static final byte[] NULL = ascii("null");
    private static final int USUAL_SIZE = 256;
    private static final int LONGEST_NUMBER = Long.toString(Long.MIN_VALUE).length();

    private EventBody() {}

    /** The body of a message whose payload is known to be one JSON value. */
    static byte[] of(Message message) {
        byte[] payload = message.payload().bytes();
        JsonBytes json = new JsonBytes(Math.addExact(payload.length, USUAL_SIZE));
        json.put(ID);
        json.string(message.id());
        json.put(TYPE);
        json.string(message.type());
        json.put(AGGREGATE);
        text(json, message.headers().get(AGGREGATE_TYPE));
        json.put(AGGREGATE_ID);
        numberOrText(json, message.group());
        json.put(PAYLOAD);
        json.put(payload);
        json.put('}');
        return Arrays.copyOf(json.bytes(), json.size());
    }

    private static void text(JsonBytes json, @Nullable String text) {
        if (text == null) {
            json.put(NULL);
        } else {
            json.string(text);
        }
    }

    private static void numberOrText(JsonBytes json, @Nullable String text) {
        if (text != null && isNumber(text)) {
            json.number(Long.parseLong(text));
        } else {
            text(json, text);
        }
    }

    /** Whether the text is the canonical form of a long: any other number would not round-trip. */
    private static boolean isNumber(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
            return false;
        }
        try {
            return Long.toString(Long.parseLong(text)).equals(text);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

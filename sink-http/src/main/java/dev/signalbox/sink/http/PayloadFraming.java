package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.message.EventMetadata;
import dev.signalbox.core.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Everything in a request body around the payloads: brackets, commas, and the members of an event beside its data. Piece
 * {@code i} precedes payload {@code i}, and one more piece follows the last.
 *
 * <p>The pieces of a batch share one array, so that a hundred events cost a few allocations instead of a few hundred.
 */
final class PayloadFraming {
    private static final int USUAL_SIZE = 192;
    private static final byte[] POSITION = ascii("{\"position\":");
    private static final byte[] TRANSACTION = ascii(",\"transactionId\":\"");
    private static final byte[] TYPE = ascii("\",\"type\":");
    private static final byte[] TAGS = ascii(",\"tags\":");
    private static final byte[] DATA = ascii(",\"data\":");
    private static final byte[] OCCURRED_AT = ascii(",\"occurredAt\":");

    private final JsonBytes json;
    private final int[] ends;

    private PayloadFraming(JsonBytes json, int pieces) {
        this.json = json;
        this.ends = new int[pieces];
    }

    static PayloadFraming of(List<Message> batch) {
        boolean events = batch.stream().anyMatch(message -> message.event() != null);
        JsonBytes json = new JsonBytes(batch.size() * (events ? USUAL_SIZE : 1) + 1);
        PayloadFraming framing = new PayloadFraming(json, batch.size() + 1);
        json.put('[');
        for (int i = 0; i < batch.size(); i++) {
            if (i > 0) {
                close(json, batch.get(i - 1));
                json.put(',');
            }
            open(json, batch.get(i));
            framing.ends[i] = json.size();
        }
        if (!batch.isEmpty()) {
            close(json, batch.getLast());
        }
        json.put(']');
        framing.ends[batch.size()] = json.size();
        return framing;
    }

    private static void open(JsonBytes json, Message message) {
        EventMetadata event = message.event();
        if (event == null) {
            return;
        }
        json.put(POSITION);
        json.number(event.position());
        json.put(TRANSACTION);
        json.unsigned(event.transaction());
        json.put(TYPE);
        json.string(message.type());
        json.put(TAGS);
        TagsJson.write(json, event.tags());
        json.put(DATA);
    }

    private static void close(JsonBytes json, Message message) {
        if (message.event() != null) {
            json.put(OCCURRED_AT);
            json.instant(message.createdAt());
            json.put('}');
        }
    }

    int size() {
        return json.size();
    }

    /** The array that contains all pieces, not a copy. */
    byte[] bytes() {
        return json.bytes();
    }

    int start(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    int end(int piece) {
        return ends[piece];
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

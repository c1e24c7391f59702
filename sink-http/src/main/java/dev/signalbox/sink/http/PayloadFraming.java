package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.message.Message;
import java.util.List;

/**
 * Everything in a request body around the payloads: brackets, commas, and what a format writes around each of them. Piece
 * {@code i} precedes payload {@code i}, and one more piece follows the last.
 *
 * <p>The pieces of a batch share one array, so that a hundred events cost a few allocations instead of a few hundred.
 */
final class PayloadFraming {
    private static final int USUAL_SIZE = 192;

    private final JsonBytes json;
    private final int[] ends;

    private PayloadFraming(JsonBytes json, int pieces) {
        this.json = json;
        this.ends = new int[pieces];
    }

    /** @param array whether the messages stand between brackets */
    static PayloadFraming of(List<Message> batch, MessageFormat format, boolean array) {
        boolean framed = batch.stream().anyMatch(format::isFramed);
        JsonBytes json = new JsonBytes(batch.size() * (framed ? USUAL_SIZE : 1) + 1);
        PayloadFraming framing = new PayloadFraming(json, batch.size() + 1);
        if (array) {
            json.put('[');
        }
        for (int i = 0; i < batch.size(); i++) {
            if (i > 0) {
                format.close(json, batch.get(i - 1));
                json.put(',');
            }
            format.open(json, batch.get(i));
            framing.ends[i] = json.size();
        }
        if (!batch.isEmpty()) {
            format.close(json, batch.getLast());
        }
        if (array) {
            json.put(']');
        }
        framing.ends[batch.size()] = json.size();
        return framing;
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
}

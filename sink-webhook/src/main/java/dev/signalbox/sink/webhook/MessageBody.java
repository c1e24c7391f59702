package dev.signalbox.sink.webhook;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the envelope of a message. The payload in it is not parsed and written again. */
final class MessageBody {
    private static final int FRAME = 256;
    private static final byte[] NULL = ascii("null");

    private MessageBody() {}

    /** @param message has a payload that is JSON */
    static byte[] envelope(Message message) {
        byte[] payload = message.payload().bytes();
        JsonBytes json = new JsonBytes(Math.addExact(payload.length, FRAME));
        json.put(ascii("{\"id\":"));
        json.string(message.id());
        json.put(ascii(",\"type\":"));
        json.string(message.type());
        json.put(ascii(",\"group\":"));
        if (message.group() == null) {
            json.put(NULL);
        } else {
            json.string(message.group());
        }
        json.put(ascii(",\"time\":"));
        json.instant(message.createdAt());
        json.put(ascii(",\"data\":"));
        json.put(payload);
        json.put('}');
        return Arrays.copyOf(json.bytes(), json.size());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

package dev.signalbox.sink.webhook;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.MessageEnvelope;
import dev.signalbox.core.message.Message;
import java.util.Arrays;

/** Writes the envelope of a message. The payload in it is not parsed and written again. */
final class MessageBody {
    private MessageBody() {}

    /** @param message has a payload that is JSON */
    static byte[] envelope(Message message) {
        byte[] payload = message.payload().bytes();
        JsonBytes json = new JsonBytes(Math.toIntExact(MessageEnvelope.size(message) + payload.length));
        MessageEnvelope.open(json, message);
        json.put(payload);
        MessageEnvelope.close(json);
        return Arrays.copyOf(json.bytes(), json.size());
    }
}

package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.message.Payload;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Converts a document's payload to bytes: a string unchanged, other types as JSON. */
public final class Payloads {
    private Payloads() {}

    /** The bytes that are delivered. */
    public static byte[] bytes(@Nullable BsonValue payload) {
        if (payload == null) {
            return "null".getBytes(StandardCharsets.UTF_8);
        }
        return switch (payload.getBsonType()) {
            case STRING -> payload.asString().getValue().getBytes(StandardCharsets.UTF_8);
            case BINARY -> payload.asBinary().getData();
            default -> PlainJson.of(payload).getBytes(StandardCharsets.UTF_8);
        };
    }

    static Payload of(BsonDocument document, long most) {
        byte[] bytes = bytes(document.get(OutboxFields.PAYLOAD));
        return bytes.length > most ? Payload.leftBehind(bytes.length) : Payload.of(bytes);
    }
}

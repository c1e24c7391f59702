package dev.signalbox.mongodb;

import dev.signalbox.core.message.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** Converts a document's payload to bytes: a string unchanged, other types as JSON. */
public final class Payloads {
    private static final JsonWriterSettings PLAIN = JsonWriterSettings.builder()
            .outputMode(JsonMode.RELAXED)
            .objectIdConverter((id, writer) -> writer.writeString(id.toHexString()))
            .dateTimeConverter((millis, writer) ->
                    writer.writeString(Instant.ofEpochMilli(millis).toString()))
            .int64Converter((number, writer) -> writer.writeNumber(number.toString()))
            .decimal128Converter((number, writer) -> {
                if (number.isNaN() || number.isInfinite()) {
                    writer.writeString(number.toString());
                } else {
                    writer.writeNumber(number.bigDecimalValue().toString());
                }
            })
            .binaryConverter(
                    (binary, writer) -> writer.writeString(Base64.getEncoder().encodeToString(binary.getData())))
            .build();

    private Payloads() {}

    /**
     * Writes a value as plain JSON, as an application would: dates in ISO 8601, object ids in hexadecimal, numbers as
     * numbers. Types that JSON lacks are written as MongoDB's extended JSON.
     */
    static String json(BsonValue value) {
        // The driver writes only documents, so the value is wrapped in one.
        String wrapped = new BsonDocument("v", value).toJson(PLAIN);
        return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.length() - 1).strip();
    }

    public static byte[] bytes(@Nullable BsonValue payload) {
        if (payload == null) {
            return "null".getBytes(StandardCharsets.UTF_8);
        }
        return switch (payload.getBsonType()) {
            case STRING -> payload.asString().getValue().getBytes(StandardCharsets.UTF_8);
            case BINARY -> payload.asBinary().getData();
            default -> json(payload).getBytes(StandardCharsets.UTF_8);
        };
    }

    static Payload of(BsonDocument document, long most) {
        byte[] bytes = bytes(document.get(OutboxFields.PAYLOAD));
        return bytes.length > most ? Payload.leftBehind(bytes.length) : Payload.of(bytes);
    }
}

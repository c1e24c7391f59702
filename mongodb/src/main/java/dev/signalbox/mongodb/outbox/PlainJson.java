package dev.signalbox.mongodb.outbox;

import java.time.Instant;
import java.util.Base64;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Writes a value as plain JSON, as an application would: dates in ISO 8601, object ids in hexadecimal, numbers as numbers.
 * Types that JSON lacks are written as MongoDB's extended JSON.
 */
final class PlainJson {
    private static final String KEY = "v";
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

    private PlainJson() {}

    static String of(BsonValue value) {
        // The driver writes only documents, so the value is wrapped in one.
        String wrapped = new BsonDocument(KEY, value).toJson(PLAIN);
        int start = wrapped.indexOf(':') + 1;
        return wrapped.substring(start, wrapped.length() - 1).strip();
    }
}

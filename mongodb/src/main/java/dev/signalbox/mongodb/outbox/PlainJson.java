package dev.signalbox.mongodb.outbox;

import java.time.Instant;
import java.util.Base64;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * A value as plain JSON, as an application would write it: dates in ISO 8601, object ids as their digits, numbers as
 * numbers. What JSON has no word for comes as in MongoDB's extended JSON.
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
        // Only documents can be written, so it is put into one.
        String wrapped = new BsonDocument(KEY, value).toJson(PLAIN);
        int start = wrapped.indexOf(':') + 1;
        return wrapped.substring(start, wrapped.length() - 1).strip();
    }
}

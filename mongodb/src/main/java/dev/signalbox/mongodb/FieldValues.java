package dev.signalbox.mongodb;

import dev.signalbox.core.time.BoundedTime;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads fields that an application may have omitted or written with another type. */
public final class FieldValues {
    private FieldValues() {}

    /** An integer; 0 if there is none. */
    public static int number(BsonDocument document, String field) {
        BsonValue value = document.get(field);
        return value != null && value.isNumber() ? value.asNumber().intValue() : 0;
    }

    /** A date; null if there is none. */
    public static @Nullable Instant instant(BsonDocument document, String field) {
        BsonValue value = document.get(field);
        return value != null && value.isDateTime()
                ? BoundedTime.of(Instant.ofEpochMilli(value.asDateTime().getValue()))
                : null;
    }

    /** A string; null if there is none. */
    public static @Nullable String text(BsonDocument document, String field) {
        BsonValue value = document.get(field);
        return value != null && value.isString() ? value.asString().getValue() : null;
    }
}

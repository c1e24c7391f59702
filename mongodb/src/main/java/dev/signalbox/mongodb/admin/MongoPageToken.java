package dev.signalbox.mongodb.admin;

import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.outbox.MessageIds;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * The position of a page's last message, encoded as an opaque text for the next request.
 *
 * @param at its exact creation time
 * @param key its exact id
 */
record MongoPageToken(@Nullable String group, BsonValue at, BsonValue key) {
    private static final int MAX_LENGTH = 8_192;

    static MongoPageToken of(BsonDocument document) {
        return new MongoPageToken(
                FieldValues.text(document, OutboxFields.GROUP),
                document.get(OutboxFields.CREATED_AT, BsonNull.VALUE),
                MessageIds.of(document));
    }

    String text() {
        String json = new BsonDocument("g", group == null ? BsonNull.VALUE : new BsonString(group))
                .append("a", at)
                .append("i", key)
                .toJson();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    static MongoPageToken parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw invalid(null);
        }
        try {
            BsonDocument parts =
                    BsonDocument.parse(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
            return new MongoPageToken(
                    FieldValues.text(parts, "g"),
                    Objects.requireNonNull(parts.get("a"), "a"),
                    Objects.requireNonNull(parts.get("i"), "i"));
        } catch (IllegalArgumentException
                | JsonParseException
                | BsonInvalidOperationException
                | NullPointerException e) {
            throw invalid(e);
        }
    }

    private static IllegalArgumentException invalid(@Nullable Exception cause) {
        return new IllegalArgumentException("after is not what an earlier page ended with", cause);
    }
}

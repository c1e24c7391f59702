package dev.signalbox.mongodb;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Marks a document as claimed: by which incarnation, and by which claim. Each claim has its own token, so a late answer to
 * an earlier claim matches nothing.
 */
public record ClaimToken(String owner, long number) {
    private static final char SEPARATOR = '/';

    /** The token in a document; empty if no Signalbox node has claimed it. */
    public static Optional<ClaimToken> in(BsonDocument document) {
        String text = String.valueOf(FieldValues.text(document, OutboxFields.CLAIM));
        int separator = text.lastIndexOf(SEPARATOR);
        if (separator < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new ClaimToken(text.substring(0, separator), Long.parseLong(text.substring(separator + 1))));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    BsonString bson() {
        return new BsonString(toString());
    }

    @Override
    public String toString() {
        return owner + SEPARATOR + number;
    }
}

package dev.signalbox.mongodb.outbox;

import dev.signalbox.mongodb.connection.FieldValues;
import java.util.Comparator;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A waiting message that a scan found.
 *
 * @param key its exact id
 * @param at its creation time, of any type
 */
record CandidateDocument(BsonValue key, String id, @Nullable String group, BsonValue at) {
    static final Comparator<CandidateDocument> BY_ID = Comparator.comparing(CandidateDocument::key, MessageIds.ORDER);

    static CandidateDocument of(BsonDocument document) {
        BsonValue key = MessageIds.of(document);
        return new CandidateDocument(
                key,
                MessageIds.text(key),
                FieldValues.text(document, OutboxFields.GROUP),
                document.get(OutboxFields.CREATED_AT, BsonNull.VALUE));
    }
}

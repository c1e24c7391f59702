package dev.signalbox.mongodb.outbox;

import java.util.Comparator;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A message that waits.
 *
 * @param key its exact id
 * @param at its time of creation, whatever its type
 */
record CandidateDocument(BsonValue key, String id, @Nullable String group, BsonValue at) {
    static final Comparator<CandidateDocument> BY_ID = Comparator.comparing(CandidateDocument::key, MessageIds.ORDER);

    static CandidateDocument of(BsonDocument document) {
        BsonValue key = MessageIds.of(document);
        return new CandidateDocument(
                key, MessageIds.text(key), group(document), document.get(OutboxFields.CREATED_AT, BsonNull.VALUE));
    }

    static @Nullable String group(BsonDocument document) {
        BsonValue group = document.get(OutboxFields.GROUP);
        return group != null && group.isString() ? group.asString().getValue() : null;
    }
}

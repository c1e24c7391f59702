package dev.signalbox.mongodb.admin;

import com.mongodb.client.model.Projections;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.outbox.MessageIds;
import dev.signalbox.mongodb.outbox.OutboxFields;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Converts documents to the summaries that operators see. */
final class MongoMessageSummaries {
    static final int MAX_REASON_LENGTH = 2_000;
    static final Bson FIELDS = Projections.include(
            OutboxFields.TYPE,
            OutboxFields.GROUP,
            OutboxFields.STATUS,
            OutboxFields.RETRY_COUNT,
            OutboxFields.CREATED_AT,
            OutboxFields.PROCESSED_AT,
            OutboxFields.ERROR_MESSAGE);

    private MongoMessageSummaries() {}

    static MessageSummary of(BsonDocument document, MessageState state) {
        return new MessageSummary(
                MessageIds.text(MessageIds.of(document)),
                FieldValues.text(document, OutboxFields.GROUP),
                FieldValues.text(document, OutboxFields.TYPE),
                state,
                FieldValues.number(document, OutboxFields.RETRY_COUNT),
                FieldValues.instant(document, OutboxFields.CREATED_AT),
                FieldValues.instant(document, OutboxFields.PROCESSED_AT),
                reason(document));
    }

    static @Nullable String reason(BsonDocument document) {
        String reason = FieldValues.text(document, OutboxFields.ERROR_MESSAGE);
        return reason == null || reason.length() <= MAX_REASON_LENGTH ? reason : reason.substring(0, MAX_REASON_LENGTH);
    }
}

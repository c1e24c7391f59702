package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.SweepResult;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Deletes completed messages in small batches. A message is created before it is completed, so the index on the creation
 * time limits the scan.
 */
record SweepDocuments(OutboxCollection outbox) {
    private static final int BATCH = 500;
    private static final Bson FIELDS = Projections.include(OutboxFields.ID);

    SweepResult sweep(Incarnation owner, Duration keep) throws SourceException {
        if (!outbox.fence().isLive(owner)) {
            return SweepResult.NOTHING;
        }
        // A condition that computes with the server's time could not use the index.
        BsonDateTime limit = new BsonDateTime(outbox.serverTime().minus(keep).toEpochMilli());
        Bson expired = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.COMPLETED),
                Filters.lt(OutboxFields.CREATED_AT, limit),
                Filters.lt(OutboxFields.PROCESSED_AT, limit));
        List<BsonDocument> found = outbox.find(
                "look for finished messages",
                expired,
                FIELDS,
                find -> find.sort(OutboxFields.INDEX_ORDER).limit(BATCH));
        if (found.isEmpty()) {
            return SweepResult.NOTHING;
        }
        List<BsonValue> keys = found.stream().map(MessageIds::of).toList();
        long deleted = outbox.run(
                "delete finished messages",
                documents -> documents
                        .deleteMany(Filters.and(Filters.in(OutboxFields.ID, keys), expired))
                        .getDeletedCount());
        return new SweepResult(Math.toIntExact(deleted), found.size() == BATCH);
    }
}

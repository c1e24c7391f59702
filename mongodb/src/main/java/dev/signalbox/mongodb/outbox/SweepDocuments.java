package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.SweepResult;
import dev.signalbox.mongodb.connection.Deployment;
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Deletes completed messages in small batches. One is not completed before it is created, so the index on the time of
 * creation bounds what has to be looked at.
 */
final class SweepDocuments {
    private static final int BATCH = 500;
    private static final Bson FIELDS = Projections.include(OutboxFields.ID);

    private final OutboxCollection access;
    private final MongoLeaseFence fence;

    SweepDocuments(OutboxCollection access, MongoLeaseFence fence) {
        this.access = access;
        this.fence = fence;
    }

    SweepResult sweep(Incarnation owner, Duration keep) throws SourceException {
        if (!fence.isLive(owner)) {
            return SweepResult.NOTHING;
        }
        // The time is asked for, because a condition that computes with it could not use the index.
        Instant now = access.run(
                        "ask for the time",
                        _ -> Deployment.query(access.connections().database()))
                .localTime();
        BsonDateTime limit = new BsonDateTime(now.minus(keep).toEpochMilli());
        Bson over = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.COMPLETED),
                Filters.lt(OutboxFields.CREATED_AT, limit),
                Filters.lt(OutboxFields.PROCESSED_AT, limit));
        Bson order = Sorts.ascending(OutboxFields.GROUP, OutboxFields.CREATED_AT);
        List<BsonDocument> found = access.find(
                "look for finished messages",
                over,
                FIELDS,
                find -> find.sort(order).limit(BATCH));
        if (found.isEmpty()) {
            return SweepResult.NOTHING;
        }
        List<BsonValue> keys = found.stream().map(MessageIds::of).toList();
        long deleted = access.run(
                "delete finished messages",
                documents -> documents
                        .deleteMany(Filters.and(Filters.in(OutboxFields.ID, keys), over))
                        .getDeletedCount());
        return new SweepResult(Math.toIntExact(deleted), found.size() == BATCH);
    }
}

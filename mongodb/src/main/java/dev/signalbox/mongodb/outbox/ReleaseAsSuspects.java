package dev.signalbox.mongodb.outbox;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Gives back what fenced owners held, and makes suspects of it in the same write. The suspicion stands in the document
 * itself, so it cannot come apart from the message. What was not suspected is now; what was being sent alone is suspected
 * more; and if it was the second time, the death counts as an attempt.
 */
final class ReleaseAsSuspects {
    private final OutboxCollection access;

    ReleaseAsSuspects(OutboxCollection access) {
        this.access = access;
    }

    int release(List<BsonValue> keys, Collection<ClaimToken> tokens) throws SourceException {
        Bson held = ReleaseClaims.claimedBy(keys, tokens);
        Bson inFlight = Filters.and(held, Filters.eq(OutboxFields.SUSPECT_IN_FLIGHT, true));
        Bson landed = Updates.set(OutboxFields.SUSPECT_IN_FLIGHT, false);
        // In this order, for none may be met by two of them; each frees what it meets.
        List<WriteModel<BsonDocument>> writes = List.of(
                releaseWhere(
                        Filters.and(inFlight, Filters.gte(OutboxFields.SUSPECT_LEVEL, SuspicionFields.IN_FLIGHT)),
                        landed,
                        Updates.inc(OutboxFields.SUSPECT_CRASHES, 1),
                        Updates.inc(OutboxFields.RETRY_COUNT, 1)),
                releaseWhere(inFlight, landed, Updates.set(OutboxFields.SUSPECT_LEVEL, SuspicionFields.IN_FLIGHT)),
                releaseWhere(Filters.and(held, Filters.exists(OutboxFields.SUSPECT_LEVEL))),
                releaseWhere(
                        held,
                        landed,
                        Updates.set(OutboxFields.SUSPECT_LEVEL, SuspicionFields.HELD),
                        Updates.set(OutboxFields.SUSPECT_CRASHES, 0)));
        BulkWriteResult result = access.run(
                "give back messages of lost claims",
                documents -> documents.bulkWrite(writes, new BulkWriteOptions().ordered(true)));
        return result.getMatchedCount();
    }

    private static WriteModel<BsonDocument> releaseWhere(Bson which, Bson... more) {
        return new UpdateManyModel<>(
                which, Updates.combine(ReleaseClaims.makePending(), Updates.combine(more)), IdIndexHint.update());
    }
}

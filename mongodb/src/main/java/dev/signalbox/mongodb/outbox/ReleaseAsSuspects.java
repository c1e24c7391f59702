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
 * Releases the messages of fenced owners and marks them as suspects in the same write. The suspicion is part of the
 * document, so it cannot be separated from the message. A message becomes a suspect first, then a suspect that was in flight
 * alone; from the second time on, the crash counts as an attempt.
 */
final class ReleaseAsSuspects {
    private final OutboxCollection outbox;

    ReleaseAsSuspects(OutboxCollection outbox) {
        this.outbox = outbox;
    }

    int release(List<BsonValue> keys, Collection<ClaimToken> tokens) throws SourceException {
        Bson claimed = ReleaseClaims.claimedBy(keys, tokens);
        Bson inFlight = Filters.and(claimed, Filters.eq(OutboxFields.SUSPECT_IN_FLIGHT, true));
        Bson notInFlight = Updates.set(OutboxFields.SUSPECT_IN_FLIGHT, false);
        // In this order, so that each message is matched by only one of them: each write releases what it matches.
        List<WriteModel<BsonDocument>> writes = List.of(
                releaseWhere(
                        Filters.and(inFlight, Filters.gte(OutboxFields.SUSPECT_LEVEL, SuspicionFields.IN_FLIGHT)),
                        notInFlight,
                        Updates.inc(OutboxFields.SUSPECT_CRASHES, 1),
                        Updates.inc(OutboxFields.RETRY_COUNT, 1)),
                releaseWhere(inFlight, notInFlight, Updates.set(OutboxFields.SUSPECT_LEVEL, SuspicionFields.IN_FLIGHT)),
                releaseWhere(Filters.and(claimed, Filters.exists(OutboxFields.SUSPECT_LEVEL))),
                releaseWhere(
                        claimed,
                        notInFlight,
                        Updates.set(OutboxFields.SUSPECT_LEVEL, SuspicionFields.HELD),
                        Updates.set(OutboxFields.SUSPECT_CRASHES, 0)));
        BulkWriteResult result = outbox.run(
                "release messages of lost claims",
                documents -> documents.bulkWrite(writes, new BulkWriteOptions().ordered(true)));
        return result.getMatchedCount();
    }

    private static WriteModel<BsonDocument> releaseWhere(Bson which, Bson... more) {
        return new UpdateManyModel<>(
                which, Updates.combine(ReleaseClaims.makePending(), Updates.combine(more)), IdIndexHint.update());
    }
}

package dev.signalbox.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_CRASHES;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_IN_FLIGHT;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_LEVEL;

import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.WriteModel;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import java.util.Collection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Records which messages are suspects. The suspicion is part of the document, so it cannot be separated from the message. A
 * message becomes a suspect first, then a suspect that was in flight alone; from the second time on, the crash counts as an
 * attempt.
 */
public record SuspectDocuments(OutboxCollection outbox) {
    private static final int HELD = 1;
    private static final int IN_FLIGHT = 2;

    public static Suspicion suspicion(BsonDocument document) {
        BsonValue suspect = document.get(OutboxFields.SUSPECT);
        int level = suspect != null && suspect.isDocument() ? FieldValues.number(suspect.asDocument(), "level") : 0;
        if (suspect == null || level == 0) {
            return Suspicion.NONE;
        }
        int crashes = FieldValues.number(suspect.asDocument(), "crashes");
        return new Suspicion(level >= IN_FLIGHT ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD, crashes);
    }

    /** Records that suspects are about to be sent, so that a crash counts against them. */
    boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        if (!outbox.fence().isLive(owner)) {
            return false;
        }
        Bson suspects = and(in(OutboxFields.ID, MessageIds.candidates(ids)), exists(SUSPECT_LEVEL));
        outbox.run(
                "mark suspects in flight", documents -> documents.updateMany(suspects, set(SUSPECT_IN_FLIGHT, true)));
        return outbox.fence().isLive(owner);
    }

    /** Releases the messages of fenced owners and marks them as suspects in the same write. */
    int release(List<BsonValue> keys, Collection<ClaimToken> tokens) throws SourceException {
        Bson claimed = OutboxCollection.claimedBy(keys, tokens);
        Bson inFlight = and(claimed, eq(SUSPECT_IN_FLIGHT, true));
        Bson notInFlight = set(SUSPECT_IN_FLIGHT, false);
        // In this order, so that each message is matched by only one of them: each write releases what it matches.
        List<WriteModel<BsonDocument>> writes = List.of(
                releaseWhere(
                        and(inFlight, gte(SUSPECT_LEVEL, IN_FLIGHT)),
                        notInFlight,
                        inc(SUSPECT_CRASHES, 1),
                        inc(OutboxFields.RETRY_COUNT, 1)),
                releaseWhere(inFlight, notInFlight, set(SUSPECT_LEVEL, IN_FLIGHT)),
                releaseWhere(and(claimed, exists(SUSPECT_LEVEL))),
                releaseWhere(claimed, notInFlight, set(SUSPECT_LEVEL, HELD), set(SUSPECT_CRASHES, 0)));
        return outbox.run("release messages of lost claims", documents -> documents.bulkWrite(writes))
                .getMatchedCount();
    }

    private static WriteModel<BsonDocument> releaseWhere(Bson which, Bson... more) {
        return new UpdateManyModel<>(
                which, combine(OutboxCollection.makePending(), combine(more)), OutboxCollection.updateById());
    }
}

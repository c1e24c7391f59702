package dev.signalbox.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.nor;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.currentDate;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_CRASHES;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_ENDED_AT;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_IN_FLIGHT;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_LEVEL;
import static dev.signalbox.mongodb.OutboxFields.SUSPECT_TOGETHER;

import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.WriteModel;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.InFlightDocuments.InFlightDocument;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * Records which messages were in flight at unclean ends. The suspicion is part of the document, so it cannot be separated
 * from the message. Level 2 is a suspect that must be alone; level 1 is one that may be in flight together with others, or
 * a message that is only marked.
 */
public record SuspectDocuments(OutboxCollection outbox) {
    private static final int TOGETHER = 1;
    private static final int ALONE = 2;

    public static Suspicion suspicion(BsonDocument document) {
        BsonValue suspect = document.get(OutboxFields.SUSPECT);
        int level = suspect != null && suspect.isDocument() ? FieldValues.number(suspect.asDocument(), "level") : 0;
        if (suspect == null || level == 0) {
            return Suspicion.NONE;
        }
        int together = level >= ALONE ? 1 : FieldValues.number(suspect.asDocument(), "together");
        return together == 0
                ? Suspicion.MARKED
                : Suspicion.suspect(together, FieldValues.number(suspect.asDocument(), "crashes"));
    }

    /** Whether the document is recorded as in flight. */
    static boolean isInFlight(BsonDocument document) {
        BsonValue suspect = document.get(OutboxFields.SUSPECT);
        return suspect != null
                && suspect.isDocument()
                && BsonBoolean.TRUE.equals(suspect.asDocument().get("inFlight"));
    }

    /**
     * Records that these messages are about to be sent, if they are marked or suspects.
     *
     * @param alone whether marked ones become suspects that are alone in flight, unless their unclean end was long ago
     */
    boolean markInFlight(Incarnation owner, List<InFlightDocument> messages, boolean alone) throws SourceException {
        if (!outbox.fence().isLive(owner)) {
            return false;
        }
        Bson suspects = and(claimed(messages), exists(SUSPECT_LEVEL));
        List<WriteModel<BsonDocument>> writes = new ArrayList<>();
        writes.add(new UpdateManyModel<>(suspects, set(SUSPECT_IN_FLIGHT, true)));
        if (alone) {
            Bson marked = and(suspects, exists(SUSPECT_TOGETHER, false), eq(SUSPECT_LEVEL, TOGETHER));
            Bson recent = nor(OutboxFields.olderThan(SUSPECT_ENDED_AT, Suspicion.WINDOW));
            writes.add(new UpdateManyModel<>(and(marked, recent), suspected(Suspicion.MARKED.alone())));
        }
        outbox.run("mark suspects in flight", documents -> documents.bulkWrite(writes));
        return outbox.fence().isLive(owner);
    }

    /** Makes a suspect that was recorded as alone in flight a marked message again, if the owner is not fenced. */
    void endAlone(Incarnation owner, List<InFlightDocument> message) throws SourceException {
        if (outbox.fence().isLive(owner)) {
            Bson alone = and(
                    claimed(message), eq(SUSPECT_LEVEL, ALONE), eq(SUSPECT_IN_FLIGHT, true), eq(SUSPECT_CRASHES, 0));
            Bson marked = combine(set(SUSPECT_LEVEL, TOGETHER), unset(SUSPECT_TOGETHER));
            outbox.run("end being alone in flight", documents -> documents.updateMany(alone, marked));
        }
    }

    /** Only as long as these claims hold them: after that, no verdict deletes what is recorded. */
    private static Bson claimed(List<InFlightDocument> messages) {
        return OutboxCollection.claimedBy(
                messages.stream().map(InFlightDocument::key).toList(),
                messages.stream().map(InFlightDocument::token).toList());
    }

    /**
     * Releases the messages of fenced owners, and marks them or makes suspects of them in the same write.
     *
     * @param inFlight how many messages an owner had recorded as in flight
     * @param suspicions the suspicions against these messages
     */
    int release(List<BsonValue> keys, Collection<ClaimToken> tokens, int inFlight, Set<Suspicion> suspicions)
            throws SourceException {
        Bson claimed = OutboxCollection.claimedBy(keys, tokens);
        Bson wereInFlight = and(claimed, eq(SUSPECT_IN_FLIGHT, true));
        // In this order, so that each message is matched by only one of them: each write releases what it matches.
        List<WriteModel<BsonDocument>> writes = new ArrayList<>();
        writes.add(releaseWhere(
                and(wereInFlight, gte(SUSPECT_LEVEL, ALONE)),
                inc(SUSPECT_CRASHES, 1),
                inc(OutboxFields.RETRY_COUNT, 1)));
        for (Suspicion suspicion : suspicions) {
            if (suspicion.isSuspect()) {
                writes.add(releaseWhere(
                        and(wereInFlight, eq(SUSPECT_TOGETHER, suspicion.together())),
                        suspected(suspicion.afterEnd(inFlight))));
            }
        }
        writes.add(releaseWhere(and(wereInFlight, OutboxFields.olderThan(SUSPECT_ENDED_AT, Suspicion.WINDOW))));
        writes.add(releaseWhere(wereInFlight, suspected(Suspicion.MARKED.afterEnd(inFlight))));
        writes.add(releaseWhere(and(claimed, exists(SUSPECT_LEVEL))));
        writes.add(releaseWhere(claimed, set(SUSPECT_LEVEL, TOGETHER), set(SUSPECT_CRASHES, 0)));
        return outbox.run("release messages of lost claims", documents -> documents.bulkWrite(writes))
                .getMatchedCount();
    }

    private static Bson suspected(Suspicion suspicion) {
        return combine(
                set(SUSPECT_LEVEL, suspicion.isAlone() ? ALONE : TOGETHER),
                set(SUSPECT_TOGETHER, suspicion.together()));
    }

    private static WriteModel<BsonDocument> releaseWhere(Bson which, Bson... more) {
        return new UpdateManyModel<>(
                which,
                combine(
                        OutboxCollection.makePending(),
                        set(SUSPECT_IN_FLIGHT, false),
                        currentDate(SUSPECT_ENDED_AT),
                        combine(more)),
                OutboxCollection.updateById());
    }
}

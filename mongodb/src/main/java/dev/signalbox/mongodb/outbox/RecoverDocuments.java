package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.FieldValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Releases messages whose owner is gone: those of fenced owners at once, those of unknown owners after the time-out. */
record RecoverDocuments(OutboxCollection outbox, SuspectDocuments suspects) {
    private static final int BATCH = 1_000;
    private static final Bson FIELDS = Projections.include(OutboxFields.CLAIM, OutboxFields.GROUP);

    private record ClaimedDocument(BsonValue key, ClaimToken token) {}

    /** @param scope the shards in which only this owner claims */
    RecoveryResult recover(Incarnation owner, InFlightDocuments inFlight, Shards scope) throws SourceException {
        if (!outbox.fence().isLive(owner)) {
            return RecoveryResult.NOTHING;
        }
        return new RecoveryResult(releaseOrphans(owner, inFlight, scope), releaseExpired());
    }

    /** Releases messages that this owner's unanswered claims have marked: otherwise they would never be delivered. */
    void releaseUnanswered(Incarnation owner, InFlightDocuments inFlight) throws SourceException {
        for (InFlightDocuments.UnansweredClaim claim : inFlight.newUnansweredClaims()) {
            Bson marked = OutboxCollection.claimedBy(claim.keys(), List.of(claim.token()));
            List<BsonValue> lost = outbox.find("look for lost claims", marked, FIELDS).stream()
                    .map(MessageIds::of)
                    .filter(key -> inFlight.isLost(claim.token(), key))
                    .toList();
            if (!lost.isEmpty() && !outbox.fence().isLive(owner)) {
                return;
            }
            outbox.release(claim.token(), lost);
            inFlight.checked(claim);
        }
    }

    /** Whether one of these incarnations is fenced, so that its claims block groups needlessly. */
    boolean hasFenced(Incarnation owner, Set<String> incarnations) throws SourceException {
        Set<String> others = new HashSet<>(incarnations);
        others.remove(owner.value());
        return outbox.fence().live(others).size() < others.size();
    }

    /**
     * Checks all claimed messages, which are no more than all nodes have in memory.
     *
     * <p>It checks its own lease after it has read the claims: if the lease is lost later, the next owner finds these claims
     * too before it claims anything, so nothing is released while it reads.
     */
    int releaseOrphans(Incarnation owner, InFlightDocuments inFlight, Shards scope) throws SourceException {
        List<ClaimedDocument> claimed = claims(scope);
        Set<String> owners = new HashSet<>();
        claimed.forEach(document -> owners.add(document.token().owner()));
        owners.add(owner.value());
        Set<String> live = outbox.fence().live(owners);
        if (!live.contains(owner.value())) {
            return 0;
        }
        List<ClaimedDocument> fenced = new ArrayList<>();
        for (ClaimedDocument document : claimed) {
            if (!live.contains(document.token().owner())) {
                fenced.add(document);
            } else if (inFlight.isLost(document.token(), document.key())) {
                outbox.release(document.token(), List.of(document.key()));
            }
        }
        int released = 0;
        for (int start = 0; start < fenced.size(); start += BATCH) {
            List<ClaimedDocument> batch = fenced.subList(start, Math.min(fenced.size(), start + BATCH));
            released += suspects.release(
                    batch.stream().map(ClaimedDocument::key).toList(),
                    batch.stream().map(ClaimedDocument::token).distinct().toList());
        }
        return released;
    }

    private List<ClaimedDocument> claims(Shards scope) throws SourceException {
        Bson filter = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING), Filters.exists(OutboxFields.CLAIM));
        List<ClaimedDocument> claimed = new ArrayList<>();
        for (BsonDocument document : outbox.find("look for lost claims", filter, FIELDS)) {
            BsonValue key = MessageIds.of(document);
            String group = FieldValues.text(document, OutboxFields.GROUP);
            if (scope.contains(Shards.shardOf(group == null ? MessageIds.text(key) : group))) {
                ClaimToken.in(document).ifPresent(token -> claimed.add(new ClaimedDocument(key, token)));
            }
        }
        return claimed;
    }

    /** A message without a processing time gets one first, so that it has the whole time-out too. */
    private int releaseExpired() throws SourceException {
        Bson foreign = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING), Filters.exists(OutboxFields.CLAIM, false));
        Bson undated = Filters.and(foreign, Filters.not(Filters.type(OutboxFields.PROCESSED_AT, "date")));
        Bson over = Filters.and(
                foreign,
                OutboxFields.olderThan(
                        OutboxFields.PROCESSED_AT, outbox.settings().processingTimeout()));
        return outbox.run("release expired messages", documents -> {
            documents.updateMany(undated, Updates.currentDate(OutboxFields.PROCESSED_AT));
            return Math.toIntExact(
                    documents.updateMany(over, OutboxCollection.makePending()).getModifiedCount());
        });
    }
}

package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Gives back messages whose owner is gone: fenced owners' at once, unknown owners' after the time-out. */
final class RecoverDocuments {
    private static final int BATCH = 1_000;
    private static final Bson FIELDS = Projections.include(OutboxFields.CLAIM, OutboxFields.GROUP);

    /** A document with a token of ours. */
    private record ClaimedDocument(BsonValue key, ClaimToken token) {}

    private final OutboxCollection access;
    private final OutboxSettings settings;
    private final MongoLeaseFence fence;
    private final ReleaseClaims release;
    private final ReleaseAsSuspects suspects;

    RecoverDocuments(
            OutboxCollection access, OutboxSettings settings, MongoLeaseFence fence, ReleaseClaims releaseClaims) {
        this.access = access;
        this.settings = settings;
        this.fence = fence;
        this.release = releaseClaims;
        this.suspects = new ReleaseAsSuspects(access);
    }

    /** @param scope the shards in which nobody but this owner claims */
    RecoveryResult recover(Incarnation owner, InFlightDocuments inFlightDocuments, Shards scope)
            throws SourceException {
        if (!fence.isLive(owner)) {
            return RecoveryResult.NOTHING;
        }
        return new RecoveryResult(orphans(owner, inFlightDocuments, scope), expired());
    }

    /** Gives back what claims of our own marked whose answer never came: nobody would deliver it otherwise. */
    void releaseUnanswered(Incarnation owner, InFlightDocuments inFlightDocuments) throws SourceException {
        for (InFlightDocuments.UnansweredClaim unansweredClaim : inFlightDocuments.newUnansweredClaims()) {
            Bson marked = ReleaseClaims.heldBy(unansweredClaim.keys(), List.of(unansweredClaim.token()));
            List<BsonValue> lost = access.find("look for lost claims", marked, FIELDS).stream()
                    .map(MessageIds::of)
                    .filter(key -> inFlightDocuments.isLost(unansweredClaim.token(), key))
                    .toList();
            if (!lost.isEmpty() && !fence.isLive(owner)) {
                return;
            }
            release.unused(unansweredClaim.token(), lost);
            inFlightDocuments.checked(unansweredClaim);
        }
    }

    /** Whether one of these incarnations is fenced, so that its claims stand in the way for nothing. */
    boolean hasFenced(Incarnation owner, Set<String> incarnations) throws SourceException {
        Set<String> others = new HashSet<>(incarnations);
        others.remove(owner.value());
        return fence.live(others).size() < others.size();
    }

    /**
     * Looks at all that is held by any of us, which is no more than all nodes have in memory.
     *
     * <p>The own lease is looked at after the claims were read: should it be taken after that, the heir finds all of them
     * too, before it claims anything, and nothing is left that we could free behind its back.
     */
    int orphans(Incarnation owner, InFlightDocuments inFlightDocuments, Shards scope) throws SourceException {
        List<ClaimedDocument> claimedDocuments = claims(scope);
        Set<String> owners = new HashSet<>();
        claimedDocuments.forEach(
                claimedDocument -> owners.add(claimedDocument.token().owner()));
        owners.add(owner.value());
        Set<String> live = fence.live(owners);
        if (!live.contains(owner.value())) {
            return 0;
        }
        List<ClaimedDocument> fenced = new ArrayList<>();
        for (ClaimedDocument claimedDocument : claimedDocuments) {
            if (!live.contains(claimedDocument.token().owner())) {
                fenced.add(claimedDocument);
            } else if (inFlightDocuments.isLost(claimedDocument.token(), claimedDocument.key())) {
                release.unused(claimedDocument.token(), List.of(claimedDocument.key()));
            }
        }
        int given = 0;
        for (int start = 0; start < fenced.size(); start += BATCH) {
            List<ClaimedDocument> batch = fenced.subList(start, Math.min(fenced.size(), start + BATCH));
            given += suspects.giveBack(
                    batch.stream().map(ClaimedDocument::key).toList(),
                    batch.stream().map(ClaimedDocument::token).distinct().toList());
        }
        return given;
    }

    private List<ClaimedDocument> claims(Shards scope) throws SourceException {
        Bson claimed = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING), Filters.exists(OutboxFields.CLAIM));
        List<ClaimedDocument> claimedDocuments = new ArrayList<>();
        for (BsonDocument document : access.find("look for lost claims", claimed, FIELDS)) {
            BsonValue key = MessageIds.of(document);
            String group = CandidateDocument.group(document);
            if (scope.contains(Shards.shardOf(group == null ? MessageIds.text(key) : group))) {
                ClaimToken.in(document).ifPresent(token -> claimedDocuments.add(new ClaimedDocument(key, token)));
            }
        }
        return claimedDocuments;
    }

    /** One that is held since an unknown time is given a time first, so that it too has the whole time-out. */
    private int expired() throws SourceException {
        Bson strangers = Filters.and(
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING), Filters.exists(OutboxFields.CLAIM, false));
        Bson timeless = Filters.and(strangers, Filters.not(Filters.type(OutboxFields.PROCESSED_AT, "date")));
        Bson over =
                Filters.and(strangers, OutboxFields.olderThan(OutboxFields.PROCESSED_AT, settings.processingTimeout()));
        return access.run("give back expired messages", documents -> {
            documents.updateMany(timeless, Updates.currentDate(OutboxFields.PROCESSED_AT));
            return Math.toIntExact(
                    documents.updateMany(over, ReleaseClaims.waiting()).getModifiedCount());
        });
    }
}

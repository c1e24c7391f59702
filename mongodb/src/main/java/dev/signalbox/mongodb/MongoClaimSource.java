package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outbox.StateByOwner;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * An outbox collection on MongoDB whose documents carry their status. See docs/internals/mongodb.md.
 *
 * <p>Claims and recoveries exclude each other: a message that a recovery releases while a claim reads could be overtaken.
 */
public final class MongoClaimSource implements ClaimSource {
    private final OutboxSettings settings;
    private final AtomicLong claimNumbers = new AtomicLong();
    private final StateByOwner<InFlightDocuments> inFlight =
            new StateByOwner<>(owner -> new InFlightDocuments(owner, claimNumbers::incrementAndGet));
    private final ClaimDocuments claims;
    private final SettleDocuments settlements;
    private final RecoverDocuments recovery;
    private final SuspectDocuments suspects;
    private final SweepDocuments sweep;
    private final RecoveryScope scope = new RecoveryScope();

    /**
     * The shards in which a recovery releases messages: those that its owner claims from, and those that it has gained. In
     * other shards it might release messages while their owner reads, so that later ones overtake them.
     */
    private static final class RecoveryScope {
        private @Nullable Incarnation owner;
        private Shards gained = Shards.NONE;
        private Shards claimed = Shards.NONE;

        void gained(Incarnation incarnation, Shards shards) {
            begin(incarnation);
            gained = gained.plus(shards);
        }

        void claims(Incarnation incarnation, Shards shards) {
            begin(incarnation);
            claimed = shards;
            gained = gained.minus(shards);
        }

        private void begin(Incarnation incarnation) {
            if (!incarnation.equals(owner)) {
                owner = incarnation;
                gained = Shards.NONE;
                claimed = Shards.NONE;
            }
        }

        /** All shards if the owner has not claimed or gained any yet. */
        Shards of(Incarnation incarnation) {
            return incarnation.equals(owner) ? gained.plus(claimed) : Shards.ALL;
        }
    }

    public MongoClaimSource(CollectionName collection, MongoConnections connections, OutboxSettings settings) {
        this.settings = settings;
        OutboxCollection outbox = new OutboxCollection(collection, connections, settings);
        this.claims = new ClaimDocuments(outbox, Clock.SYSTEM);
        this.settlements = new SettleDocuments(outbox);
        this.suspects = new SuspectDocuments(outbox);
        this.recovery = new RecoverDocuments(outbox, suspects);
        this.sweep = new SweepDocuments(outbox);
    }

    @Override
    public synchronized ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        InFlightDocuments documents = inFlight.of(owner);
        scope.claims(owner, request.shards());
        recovery.releaseUnanswered(owner, documents);
        ClaimResult result = claims.claim(owner, documents, request);
        return releaseLateMarks(owner, documents) ? new ClaimResult(result.messages(), true, result.moreOf()) : result;
    }

    /** A claim of a fenced owner may arrive after the recovery of its messages. */
    private boolean releaseLateMarks(Incarnation owner, InFlightDocuments documents) throws SourceException {
        return recovery.hasFenced(owner, claims.takeOtherOwners())
                && recovery.releaseOrphans(owner, documents, scope.of(owner)) > 0;
    }

    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, inFlight.of(owner), verdicts);
    }

    @Override
    public synchronized void gained(Incarnation owner, Shards shards) {
        scope.gained(owner, shards);
        claims.startOver();
    }

    @Override
    public synchronized RecoveryResult recover(Incarnation owner) throws SourceException {
        return recovery.recover(owner, inFlight.of(owner), scope.of(owner));
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        return suspects.markInFlight(owner, inFlight.of(owner).of(ids), alone);
    }

    @Override
    public void endAlone(Incarnation owner, String id) throws SourceException {
        suspects.endAlone(owner, inFlight.of(owner).of(List.of(id)));
    }

    @Override
    public SweepResult sweep(Incarnation owner) throws SourceException {
        return settings.retention() instanceof Retention.DeleteAfter(var keep)
                ? sweep.sweep(owner, keep)
                : SweepResult.NOTHING;
    }

    /** Does nothing: the connections belong to the caller. */
    @Override
    public void close() {}

    /** Releases messages whose owner is gone: those of fenced owners at once, those of unknown owners after the time-out. */
    record RecoverDocuments(OutboxCollection outbox, SuspectDocuments suspects) {
        private static final int BATCH = 1_000;
        private static final Bson FIELDS =
                Projections.include(OutboxFields.CLAIM, OutboxFields.GROUP, OutboxFields.SUSPECT);

        private record ClaimedDocument(BsonValue key, ClaimToken token, Suspicion suspicion, boolean inFlight) {}

        /** @param scope the shards in which only this owner claims */
        RecoveryResult recover(Incarnation owner, InFlightDocuments inFlight, Shards scope) throws SourceException {
            if (!outbox.fence().isLive(owner)) {
                return RecoveryResult.NOTHING;
            }
            return new RecoveryResult(releaseOrphans(owner, inFlight, scope), releaseExpired(), false);
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
            Map<String, List<ClaimedDocument>> fenced = new HashMap<>();
            for (ClaimedDocument document : claimed) {
                if (!live.contains(document.token().owner())) {
                    fenced.computeIfAbsent(document.token().owner(), _ -> new ArrayList<>())
                            .add(document);
                } else if (inFlight.isLost(document.token(), document.key())) {
                    outbox.release(document.token(), List.of(document.key()));
                }
            }
            int released = 0;
            for (List<ClaimedDocument> ofOwner : fenced.values()) {
                released += release(ofOwner);
            }
            return released;
        }

        private int release(List<ClaimedDocument> ofOwner) throws SourceException {
            int inFlight = Math.toIntExact(
                    ofOwner.stream().filter(ClaimedDocument::inFlight).count());
            int released = 0;
            for (int start = 0; start < ofOwner.size(); start += BATCH) {
                List<ClaimedDocument> batch = ofOwner.subList(start, Math.min(ofOwner.size(), start + BATCH));
                released += suspects.release(
                        batch.stream().map(ClaimedDocument::key).toList(),
                        batch.stream().map(ClaimedDocument::token).collect(Collectors.toSet()),
                        inFlight,
                        batch.stream().map(ClaimedDocument::suspicion).collect(Collectors.toSet()));
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
                    ClaimToken.in(document)
                            .ifPresent(token -> claimed.add(new ClaimedDocument(
                                    key,
                                    token,
                                    SuspectDocuments.suspicion(document),
                                    SuspectDocuments.isInFlight(document))));
                }
            }
            return claimed;
        }

        /** A message without a processing time gets one first, so that it has the whole time-out too. */
        private int releaseExpired() throws SourceException {
            Bson foreign = Filters.and(
                    Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING),
                    Filters.exists(OutboxFields.CLAIM, false));
            Bson undated = Filters.and(foreign, Filters.not(Filters.type(OutboxFields.PROCESSED_AT, "date")));
            Bson over = Filters.and(
                    foreign,
                    OutboxFields.olderThan(
                            OutboxFields.PROCESSED_AT, outbox.settings().processingTimeout()));
            return outbox.run("release expired messages", documents -> {
                documents.updateMany(undated, Updates.currentDate(OutboxFields.PROCESSED_AT));
                return Math.toIntExact(documents
                        .updateMany(over, OutboxCollection.makePending())
                        .getModifiedCount());
            });
        }
    }

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
            BsonDateTime limit =
                    new BsonDateTime(outbox.serverTime().minus(keep).toEpochMilli());
            Bson expired = Filters.and(
                    Filters.eq(OutboxFields.STATUS, OutboxFields.COMPLETED),
                    Filters.lt(OutboxFields.CREATED_AT, limit),
                    Filters.lt(OutboxFields.PROCESSED_AT, limit));
            List<BsonDocument> found = outbox.find(
                    "look for finished messages",
                    expired,
                    FIELDS,
                    OutboxCollection.FindOptions.first(BATCH, OutboxFields.INDEX_ORDER));
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
}

package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outbox.StateByOwner;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.SweepResult;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
        this.claims = new ClaimDocuments(outbox);
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
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return suspects.markInFlight(owner, ids);
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
}

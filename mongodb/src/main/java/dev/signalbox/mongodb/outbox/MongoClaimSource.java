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
import dev.signalbox.mongodb.lease.MongoLeaseFence;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** An outbox collection on MongoDB, whose documents carry their state. See docs/internals/mongodb.md. */
public final class MongoClaimSource implements ClaimSource {
    private final OutboxSettings settings;
    private final AtomicLong claimNumbers = new AtomicLong();
    private final StateByOwner<InFlightDocuments> inFlight =
            new StateByOwner<>(owner -> new InFlightDocuments(owner, claimNumbers::incrementAndGet));
    private final ClaimDocuments claims;
    private final SettleDocuments settlements;
    private final RecoverDocuments recovery;
    private final MarkSuspectDocuments marks;
    private final SweepDocuments sweep;
    /** What a recovery frees while a claim reads could be overtaken by what stands behind it. */
    private final ReentrantLock turn = new ReentrantLock();

    private final RecoveryScope scope = new RecoveryScope();

    public MongoClaimSource(CollectionName collection, MongoConnections connections, OutboxSettings settings) {
        this.settings = settings;
        OutboxCollection access = new OutboxCollection(collection, connections);
        MongoLeaseFence fence = new MongoLeaseFence(connections);
        ReleaseClaims releaseClaims = new ReleaseClaims(access);
        this.claims =
                new ClaimDocuments(access, settings, new MarkClaimedDocuments(access, settings, fence, releaseClaims));
        this.settlements = new SettleDocuments(access, settings, fence);
        this.recovery = new RecoverDocuments(access, settings, fence, releaseClaims);
        this.marks = new MarkSuspectDocuments(access, fence);
        this.sweep = new SweepDocuments(access, fence);
    }

    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        turn.lock();
        try {
            InFlightDocuments held = inFlight.of(owner);
            scope.claims(owner, request.shards());
            recovery.releaseUnanswered(owner, held);
            ClaimResult claimResult = claims.claim(owner, held, request);
            return releaseLateMarks(owner, held)
                    ? new ClaimResult(claimResult.messages(), true, claimResult.moreOf())
                    : claimResult;
        } finally {
            turn.unlock();
        }
    }

    /** A claim that a fenced owner sent before it was stopped may have arrived after the recovery of its messages. */
    private boolean releaseLateMarks(Incarnation owner, InFlightDocuments held) throws SourceException {
        return recovery.hasFenced(owner, claims.takeOtherOwners())
                && recovery.orphans(owner, held, scope.of(owner)) > 0;
    }

    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, inFlight.of(owner), verdicts);
    }

    @Override
    public void gained(Incarnation owner, Shards shards) {
        turn.lock();
        try {
            scope.gained(owner, shards);
            claims.startOver();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public RecoveryResult recover(Incarnation owner) throws SourceException {
        turn.lock();
        try {
            return recovery.recover(owner, inFlight.of(owner), scope.of(owner));
        } finally {
            turn.unlock();
        }
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return marks.mark(owner, ids);
    }

    @Override
    public SweepResult sweep(Incarnation owner) throws SourceException {
        return settings.retention() instanceof Retention.DeleteAfter(var keep)
                ? sweep.sweep(owner, keep)
                : SweepResult.NOTHING;
    }

    /** Nothing to give up: connections belong to whoever opened them. */
    @Override
    public void close() {}
}

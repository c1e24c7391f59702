package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.outbox.ByOwner;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.lease.LeaseFence;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** An outbox collection on MongoDB, whose documents carry their state. See docs/internals/mongodb.md. */
public final class MongoOutbox implements ClaimSource {
    private final OutboxSettings settings;
    private final AtomicLong claimNumbers = new AtomicLong();
    private final ByOwner<Holdings> holdings =
            new ByOwner<>(owner -> new Holdings(owner, claimNumbers::incrementAndGet));
    private final ClaimRows claims;
    private final SettleRows settlements;
    private final RecoverRows recovery;
    private final MarkSuspects marks;
    private final SweepRows sweep;
    /** What a recovery frees while a claim reads could be overtaken by what stands behind it. */
    private final ReentrantLock turn = new ReentrantLock();

    private final RecoveryScope scope = new RecoveryScope();

    public MongoOutbox(CollectionName collection, MongoConnections connections, OutboxSettings settings) {
        this.settings = settings;
        OutboxAccess access = new OutboxAccess(collection, connections);
        LeaseFence fence = new LeaseFence(connections);
        GiveBack giveBack = new GiveBack(access);
        this.claims = new ClaimRows(access, settings, new TakeRows(access, settings, fence, giveBack));
        this.settlements = new SettleRows(access, settings, fence);
        this.recovery = new RecoverRows(access, settings, fence, giveBack);
        this.marks = new MarkSuspects(access, fence);
        this.sweep = new SweepRows(access, fence);
    }

    @Override
    public Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        turn.lock();
        try {
            Holdings held = holdings.of(owner);
            scope.claims(owner, request.shards());
            recovery.giveBackDoubtful(owner, held);
            Claimed claimed = claims.claim(owner, held, request);
            return freeStrays(owner, held) ? new Claimed(claimed.messages(), true, claimed.moreOf()) : claimed;
        } finally {
            turn.unlock();
        }
    }

    /** A claim that a fenced owner sent before it was stopped may have arrived after the recovery of its messages. */
    private boolean freeStrays(Incarnation owner, Holdings held) throws SourceException {
        return recovery.hasFenced(owner, claims.takeHolders()) && recovery.orphans(owner, held, scope.of(owner)) > 0;
    }

    @Override
    public Settled settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, holdings.of(owner), verdicts);
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
    public Recovered recover(Incarnation owner) throws SourceException {
        turn.lock();
        try {
            return recovery.recover(owner, holdings.of(owner), scope.of(owner));
        } finally {
            turn.unlock();
        }
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return marks.mark(owner, ids);
    }

    @Override
    public Swept sweep(Incarnation owner) throws SourceException {
        return settings.retention() instanceof Retention.DeleteAfter(var keep)
                ? sweep.sweep(owner, keep)
                : Swept.NOTHING;
    }

    /** Nothing to give up: connections belong to whoever opened them. */
    @Override
    public void close() {}
}

package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.SweepResult;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A source that reports claims and recorded settlements to the delivery tracker. */
record DeliveryTrackingSource(ClaimSource source, Supplier<@Nullable DeliveryTracker> tracker) implements ClaimSource {
    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        ClaimResult claimResult = source.claim(owner, request);
        DeliveryTracker now = tracker.get();
        if (now != null) {
            now.claimed(owner, claimResult.messages());
        }
        return claimResult;
    }

    /** Verdicts belong to the tracker of their time: if the progress is opened meanwhile, they are dropped. */
    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        DeliveryTracker then = tracker.get();
        SettleResult settleResult = source.settle(owner, settlements);
        if (then != null) {
            then.settled(owner, settlements, settleResult.recorded());
        }
        return settleResult;
    }

    @Override
    public void gained(Incarnation owner, Shards shards) {
        source.gained(owner, shards);
    }

    @Override
    public RecoveryResult recover(Incarnation owner) throws SourceException {
        return source.recover(owner);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return source.markInFlight(owner, ids);
    }

    @Override
    public SweepResult sweep(Incarnation owner) throws SourceException {
        return source.sweep(owner);
    }

    @Override
    public void left(Incarnation owner) throws SourceException {
        source.left(owner);
    }

    @Override
    public void close() {
        source.close();
    }
}

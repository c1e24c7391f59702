package dev.signalbox.core.coordination;

import dev.signalbox.core.coordination.Coordinator.Renewal.RelayState;
import java.util.stream.IntStream;

/**
 * A node's ownership of one relay: which shards it works on, which it is about to release, and which it wants.
 *
 * <p>A shard that is to be released is first drained by the relay, then released, and only then wanted again.
 */
final class ShardOwnership {
    private final RelaySharing relaySharing;
    private Shards working = Shards.NONE;
    private Shards leaving = Shards.NONE;
    private Shards drained = Shards.NONE;
    private Shards wanted;
    private long tryAt = Long.MIN_VALUE;
    private long releaseAt = Long.MIN_VALUE;
    private boolean paused;
    private boolean parting;

    ShardOwnership(RelaySharing relaySharing) {
        this.relaySharing = relaySharing;
        this.wanted = atFirst();
    }

    /** The share is known only once the other contenders are. */
    private Shards atFirst() {
        return relaySharing == RelaySharing.WHOLE && !parting ? Shards.ALL : Shards.NONE;
    }

    /** Nothing more is wanted. */
    void leave() {
        parting = true;
        wanted = Shards.NONE;
        if (relaySharing == RelaySharing.SPREAD) {
            leaving = leaving.plus(working);
            working = Shards.NONE;
        }
    }

    void reset() {
        working = Shards.NONE;
        leaving = Shards.NONE;
        drained = Shards.NONE;
        wanted = atFirst();
        tryAt = Long.MIN_VALUE;
        releaseAt = Long.MIN_VALUE;
    }

    void relayState(RelayState relayState) {
        paused = relayState.paused();
        if (relaySharing == RelaySharing.WHOLE) {
            return;
        }
        leaving = leaving.and(relayState.mine());
        drained = drained.and(leaving);
        // A shard that is recorded as ours without our knowing it was acquired by a call whose answer was lost.
        working = relayState.mine().minus(leaving);
        int share = parting ? 0 : relayState.fairShare();
        int surplus = working.size() - share;
        if (surplus > 0) {
            Shards kept = working.first(share);
            leaving = leaving.plus(working.minus(kept));
            working = kept;
        }
        wanted = surplus < 0 ? pick(relayState, -surplus) : Shards.NONE;
    }

    /** Nodes that look for shards at the same time begin at different ones, so that they rarely collide. */
    private static Shards pick(RelayState relayState, int count) {
        int begin = relayState.rank() * Shards.COUNT / relayState.contenders();
        return Shards.of(IntStream.range(begin, begin + Shards.COUNT)
                .map(shard -> shard % Shards.COUNT)
                .filter(relayState.free()::contains)
                .limit(count)
                .toArray());
    }

    Shards toAcquire(long now) {
        return now >= tryAt ? wanted : Shards.NONE;
    }

    Shards toRelease(long now) {
        return now >= releaseAt ? drained : Shards.NONE;
    }

    long nextTry() {
        long acquire = wanted.isEmpty() ? Long.MAX_VALUE : tryAt;
        return drained.isEmpty() ? acquire : Math.min(acquire, releaseAt);
    }

    void acquired(Shards shards) {
        working = working.plus(shards);
        wanted = Shards.NONE;
    }

    void tryAcquiringAt(long time) {
        tryAt = time;
    }

    void drained(Shards shards) {
        drained = drained.plus(shards.and(leaving));
    }

    void released(Shards shards) {
        leaving = leaving.minus(shards);
        drained = drained.minus(shards);
    }

    void tryReleasingAt(long time) {
        releaseAt = time;
    }

    Shards working() {
        return working;
    }

    Shards leaving() {
        return leaving;
    }

    boolean isPaused() {
        return paused;
    }
}

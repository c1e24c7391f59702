package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.platform.postgres.database.StreamShards;
import org.jspecify.annotations.Nullable;

/**
 * A stream that has rows: how far it is read, and what was read of it.
 *
 * <p>Every row up to {@code position} that was visible in the last snapshot is in memory, in flight or deliberately
 * forgotten. A stream without rows has no state.
 */
final class StreamState {
    static final long BOTTOM = Long.MIN_VALUE;

    /** When to look for old rows of a stream that got its first row just now, before its settings are known. */
    static final long NEW = -1;

    final long stream;
    final int shard;
    final StreamBuffer buffer = new StreamBuffer();

    @Nullable
    StreamSettings settings;

    long position;
    /** Whether there may be rows behind the position. */
    boolean left = true;

    int inFlight;

    /** When to look for rows that are too old; {@link Long#MAX_VALUE} if there is nothing to look for. */
    long lookForOldAt;

    /** How many rows the ring has counted. */
    int countedRows;

    /** The time under which the ring finds it while it sleeps. */
    long sleepsUntil = Long.MAX_VALUE;

    StreamState(long stream, long position, long lookForOldAt) {
        this.stream = stream;
        this.shard = StreamShards.shardOf(stream);
        this.position = position;
        this.lookForOldAt = lookForOldAt;
    }

    /** Whether nothing is known of it, because there is nothing. */
    boolean isDone() {
        return !left && inFlight == 0 && buffer.isEmpty();
    }

    /** Whether a claim may find something to do here. */
    boolean isActive() {
        return left || buffer.ready() > 0 || buffer.hasStanding() || buffer.toReadAgain() != null;
    }

    boolean isDeleted() {
        return settings != null && settings.deleted();
    }

    /** A row turned up at this position: what is behind it is read again. */
    void turnedUp(long at, long now) {
        left = true;
        if (at <= position) {
            position = at - 1;
            buffer.forgetFrom(at, now);
        }
    }

    /** Everything is read again. */
    void restart(long now) {
        turnedUp(BOTTOM + 1, now);
    }
}

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

    final long stream;
    final int shard;
    final StreamBuffer buffer = new StreamBuffer();

    @Nullable
    StreamSettings settings;

    long position;
    /** Whether there may be rows behind the position. */
    boolean left = true;

    /** Whether a row may have turned up since all rows of the stream were last looked for because it is deleted. */
    boolean turnedUpSinceLook = true;

    int inFlight;

    /** When to look for rows that are too old; {@link Long#MAX_VALUE} if there is nothing to look for. */
    long lookForOldAt;

    /** When the oldest row was accepted that turned up since the last look for old ones, or may have been there before. */
    long oldestSinceLook;

    /** Does not need reading before this time, although it has rows: they were forgotten, and none can go. */
    long restsUntil = Long.MAX_VALUE;

    /** How many rows the ring has counted. */
    int countedRows;

    /** The time under which the ring finds it while it sleeps. */
    long sleepsUntil = Long.MAX_VALUE;

    /** @param oldest when its oldest row was accepted; {@link #BOTTOM} if that is unknown */
    StreamState(long stream, long position, long oldest) {
        this.stream = stream;
        this.shard = StreamShards.shardOf(stream);
        this.position = position;
        this.oldestSinceLook = oldest;
    }

    /** Whether nothing is known of it, because there is nothing. */
    boolean isDone() {
        return !left && inFlight == 0 && buffer.isEmpty();
    }

    /** Whether a claim may find something to do here. */
    boolean isActive() {
        return isToBeRead() || buffer.ready() > 0 || buffer.hasStanding() || buffer.toReadAgain() != null;
    }

    /** Whether there may be rows behind the position, and now is the time to read them. */
    boolean isToBeRead() {
        return left && restsUntil == Long.MAX_VALUE;
    }

    /** When a row can go that cannot go now; {@link Long#MAX_VALUE} if none waits for a time. */
    long nextTime() {
        return Math.min(restsUntil, buffer.nextTime());
    }

    /** The time has come, if it was for this that it waited. */
    void wake(long now) {
        buffer.wake(now);
        if (restsUntil <= now) {
            restsUntil = Long.MAX_VALUE;
        }
    }

    boolean isDeleted() {
        return settings != null && settings.deleted();
    }

    /** A row turned up at this position: what is behind it is read again. */
    void turnedUp(long at, long now) {
        left = true;
        turnedUpSinceLook = true;
        restsUntil = Long.MAX_VALUE;
        if (at <= position) {
            position = at - 1;
            buffer.forgetFrom(at, now);
        }
    }

    /**
     * A row that was handed out waits again. One ahead of the position is read in its turn: handed out now, it would overtake
     * rows of its group that are not read yet, or were forgotten.
     */
    void cameBack(QueueRow row, long now) {
        if (row.position() <= position) {
            buffer.add(row, now);
        } else {
            left = true;
            restsUntil = Long.MAX_VALUE;
        }
    }

    /** A row turned up that was accepted then. */
    void accepted(long at) {
        oldestSinceLook = Math.min(oldestSinceLook, at);
        lookForOldAt = Math.min(lookForOldAt, lookForWhatTurnedUp());
    }

    /** Old rows are looked for from now on: what turns up meanwhile may be missed. */
    void looksForOld() {
        if (settings != null) {
            oldestSinceLook = Long.MAX_VALUE;
        }
    }

    /** Nothing that was there when old rows were looked for is too old before this time. */
    void lookForOldAt(long time) {
        lookForOldAt = Math.min(time, lookForWhatTurnedUp());
    }

    private long lookForWhatTurnedUp() {
        StreamSettings known = settings;
        return known == null || known.maxAgeSeconds() == 0 || oldestSinceLook == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : oldestSinceLook + known.maxAgeMillis();
    }

    /** Everything is read again. */
    void restart(long now) {
        turnedUp(BOTTOM + 1, now);
    }
}

package dev.signalbox.postgres.owntable;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of one group that were read and not handed out, or a single row that has no group. */
final class BufferedGroup {
    final @Nullable String group;
    final int shard;

    /** By position. */
    final TreeMap<Long, OwnTableRow> waiting = new TreeMap<>();

    /** What {@link LongestBufferedGroup} has it under. */
    int knownLength;

    /** How many of it are handed out. */
    int inFlight;

    /** Whether a failed row of the group holds it up. */
    boolean blocked;

    /** Rows behind this position are not remembered: they are to be looked for again. */
    long rememberedUpTo = Long.MAX_VALUE;

    BufferedGroup(@Nullable String group, int shard) {
        this.group = group;
        this.shard = shard;
    }

    boolean hasForgotten() {
        return rememberedUpTo < Long.MAX_VALUE;
    }

    /** Whether there is more of it than what is handed out. */
    boolean hasMore() {
        return !waiting.isEmpty() || hasForgotten();
    }

    /** Whether nothing would be lost without it. */
    boolean isDone() {
        return inFlight == 0 && !blocked && !hasMore();
    }
}

package dev.signalbox.postgres.table;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of one group that were read and not handed out, or a single row that has no group. */
final class Lane {
    final @Nullable String group;
    final int shard;

    /** By position. */
    final TreeMap<Long, Row> waiting = new TreeMap<>();

    /** What {@link LongestLane} has it under. */
    int knownLength;

    /** How many of it are handed out. */
    int held;

    /** Whether a failed row of the group holds it up. */
    boolean blocked;

    /** Rows behind this position are not remembered: they are to be looked for again. */
    long rememberedUpTo = Long.MAX_VALUE;

    Lane(@Nullable String group, int shard) {
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
        return held == 0 && !blocked && !hasMore();
    }
}

package dev.signalbox.postgres.owntable;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of one group that were read and not handed out, or one ungrouped row. */
final class BufferedGroup {
    final @Nullable String group;
    final int shard;

    /** The waiting rows by position. */
    final TreeMap<Long, OwnTableRow> waiting = new TreeMap<>();

    /** The length under which {@link LongestBufferedGroup} stores it. */
    int knownLength;

    /** How many of its rows are in flight. */
    int inFlight;

    /** Whether a failed row blocks the group. */
    boolean blocked;

    /** Rows after this position are not buffered and must be read again. */
    long rememberedUpTo = Long.MAX_VALUE;

    BufferedGroup(@Nullable String group, int shard) {
        this.group = group;
        this.shard = shard;
    }

    boolean hasForgotten() {
        return rememberedUpTo < Long.MAX_VALUE;
    }

    /** Whether the group has rows that are not in flight. */
    boolean hasMore() {
        return !waiting.isEmpty() || hasForgotten();
    }

    /** Whether it holds no information, so that it can be dropped. */
    boolean isDone() {
        return inFlight == 0 && !blocked && !hasMore();
    }
}

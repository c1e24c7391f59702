package dev.signalbox.postgres.owntable;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of one group that were read and not handed out, or one ungrouped row. */
final class BufferedGroup {
    final @Nullable String group;
    final int shard;
    final TreeMap<Long, OwnTableRow> waiting = new TreeMap<>();

    /** The length under which the buffer finds it. */
    int knownLength;

    int inFlight;
    boolean blocked;

    /** Rows after this position are not buffered and must be read again. */
    long rememberedUpTo = Long.MAX_VALUE;

    BufferedGroup(@Nullable String group, int shard) {
        this.group = group;
        this.shard = shard;
    }

    boolean hasMore() {
        return !waiting.isEmpty() || rememberedUpTo < Long.MAX_VALUE;
    }

    /** Whether it holds no information, so that it can be dropped. */
    boolean isDone() {
        return inFlight == 0 && !blocked && !hasMore();
    }
}

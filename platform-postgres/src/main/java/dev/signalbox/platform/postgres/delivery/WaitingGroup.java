package dev.signalbox.platform.postgres.delivery;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of one group that were read and not handed out; or one row that is in no order with others. */
final class WaitingGroup {
    /** Null if it is a single row. */
    final @Nullable String name;

    final TreeMap<Long, QueueRow> rows = new TreeMap<>();

    int inFlight;
    /** A job of it was given up, so its rows are to be deferred. */
    boolean stands;
    /** Rows after this position are not in memory and must be read again. */
    long rememberedUpTo = Long.MAX_VALUE;
    /** The time under which its stream finds it; {@link Long#MAX_VALUE} if under none. */
    long knownUnder = Long.MAX_VALUE;

    WaitingGroup(@Nullable String name) {
        this.name = name;
    }

    boolean mustReadAgain() {
        return rows.isEmpty() && rememberedUpTo < Long.MAX_VALUE;
    }

    /** The first row that is not in flight; {@link Long#MAX_VALUE} if there is none. */
    long first() {
        return rows.isEmpty()
                ? (rememberedUpTo == Long.MAX_VALUE ? Long.MAX_VALUE : rememberedUpTo + 1)
                : rows.firstKey();
    }

    /** Whether it holds no information, so that it can be dropped. */
    boolean isDone() {
        return inFlight == 0 && rows.isEmpty() && rememberedUpTo == Long.MAX_VALUE;
    }
}

package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Shards;

/** The parts of a relay as {@code signalbox.shards} numbers them: its shards, or the whole of it. */
final class Parts {
    private static final int WHOLE = -1;

    private Parts() {}

    static Integer[] whole() {
        return new Integer[] {WHOLE};
    }

    static Integer[] of(Shards shards) {
        return shards.numbers().boxed().toArray(Integer[]::new);
    }
}

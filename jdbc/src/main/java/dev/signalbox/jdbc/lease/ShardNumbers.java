package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Shards;

/** The parts of a relay as the table of shards numbers them: its shards, or the whole relay. */
public final class ShardNumbers {
    public static final int WHOLE = -1;

    private ShardNumbers() {}

    public static Integer[] whole() {
        return new Integer[] {WHOLE};
    }

    public static Integer[] of(Shards shards) {
        return shards.numbers().boxed().toArray(Integer[]::new);
    }
}

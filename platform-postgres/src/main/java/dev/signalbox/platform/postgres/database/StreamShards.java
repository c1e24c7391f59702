package dev.signalbox.platform.postgres.database;

import dev.signalbox.core.coordination.Shards;

/** The shard of each stream: so a stream belongs to one node. Statements compute the same with {@link #expression}. */
public final class StreamShards {
    /** The relay under whose name shards, claims and suspects of the queue are recorded. */
    public static final String RELAY = "signalbox_platform.queue";

    private static final int[] FOLDS = {12, 22, 32, 44};

    private StreamShards() {}

    /** Subscriptions differ in the time and in the counter of their ids, digests everywhere: all parts take part. */
    public static int shardOf(long stream) {
        long folded = stream;
        for (int fold : FOLDS) {
            folded ^= stream >> fold;
        }
        return (int) (folded & (Shards.COUNT - 1));
    }

    /** Whether the shard of a column is one of the parameter {@code :shards}. */
    public static String expression(String column) {
        return "((CAST(:shards AS bigint) >> " + number(column) + ") & 1) = 1";
    }

    /** The shard of a column. */
    public static String number(String column) {
        StringBuilder folded = new StringBuilder(column);
        for (int fold : FOLDS) {
            folded.append(" # (").append(column).append(" >> ").append(fold).append(')');
        }
        return "CAST((" + folded + ") & " + (Shards.COUNT - 1) + " AS integer)";
    }
}

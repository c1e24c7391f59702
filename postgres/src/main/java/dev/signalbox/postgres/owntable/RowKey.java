package dev.signalbox.postgres.owntable;

/** The primary key of a row, and its name in {@code signalbox.claims} and {@code suspects}. */
record RowKey(int shard, long position) implements Comparable<RowKey> {
    @Override
    public int compareTo(RowKey other) {
        return shard == other.shard ? Long.compare(position, other.position) : Integer.compare(shard, other.shard);
    }

    @Override
    public String toString() {
        return shard + ":" + position;
    }
}

package dev.signalbox.core.coordination;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.IntStream;

/**
 * A set of the {@value #COUNT} shards into which the messages of every relay are divided. A group belongs to one shard
 * and a shard to one node, so several nodes can work on a relay while each group is delivered by one at a time.
 */
public record Shards(long bits) {
    /** The number of shards. It never changes, because nodes of different versions must agree on it. */
    public static final int COUNT = 64;

    public static final Shards NONE = new Shards(0);
    public static final Shards ALL = new Shards(-1);

    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public static Shards of(int... shards) {
        long bits = 0;
        for (int shard : shards) {
            bits |= bit(shard);
        }
        return new Shards(bits);
    }

    public static Shards of(Collection<Integer> shards) {
        return of(shards.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The shard of a group, or of the id of an ungrouped message. A table with a shard column overrides it. */
    public static int shardOf(String key) {
        long hash = FNV_BASIS;
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        // The low bits of this hash are the weakest, so the high ones are folded in.
        hash ^= hash >>> 32;
        hash *= 0x9e3779b97f4a7c15L;
        return (int) (hash >>> (Long.SIZE - 6));
    }

    private static long bit(int shard) {
        if (shard < 0 || shard >= COUNT) {
            throw new IllegalArgumentException("there is no shard " + shard + ", only 0 to " + (COUNT - 1));
        }
        return 1L << shard;
    }

    public boolean contains(int shard) {
        return (bits & bit(shard)) != 0;
    }

    public boolean containsAll(Shards others) {
        return (others.bits & ~bits) == 0;
    }

    public Shards plus(Shards others) {
        return new Shards(bits | others.bits);
    }

    public Shards minus(Shards others) {
        return new Shards(bits & ~others.bits);
    }

    /** The intersection. */
    public Shards and(Shards others) {
        return new Shards(bits & others.bits);
    }

    /** The lowest of these shards, at most this many. */
    public Shards first(int count) {
        return of(numbers().limit(Math.max(0, count)).toArray());
    }

    public boolean isEmpty() {
        return bits == 0;
    }

    public boolean isAll() {
        return bits == -1;
    }

    public int size() {
        return Long.bitCount(bits);
    }

    public IntStream numbers() {
        return IntStream.range(0, COUNT).filter(shard -> (bits & (1L << shard)) != 0);
    }

    @Override
    public String toString() {
        return isAll() ? "all shards" : isEmpty() ? "no shards" : size() + " of " + COUNT + " shards";
    }
}

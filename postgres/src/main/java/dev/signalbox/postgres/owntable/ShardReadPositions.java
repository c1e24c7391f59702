package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Shards;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the reader has come: a position for each shard, and the snapshot of the last read. Every row up to its shard's
 * position that is visible in that snapshot has been read.
 */
final class ShardReadPositions {
    static final long BOTTOM = Long.MIN_VALUE;

    /** Beyond so many transactions since the last read it is cheaper to begin at the bottom than to look them up. */
    static final int MOST_TRANSACTIONS = 10_000;

    static final int LATE_OF_ONE = 2_000;
    static final int LATE_OF_ALL = 5_000;
    private static final int LEAST = 32;

    private final long[] positions = new long[Shards.COUNT];

    /** Whether the last read left something in the shard. */
    private final boolean[] left = new boolean[Shards.COUNT];

    private Shards shards = Shards.NONE;
    private @Nullable String snapshot;

    Shards shards() {
        return shards;
    }

    /** Begins gained shards at the bottom; lost ones are forgotten. */
    void own(Shards owned) {
        restart(owned.minus(shards));
        shards = owned;
    }

    /** Begins these at the bottom. */
    void restart(Shards some) {
        some.numbers().forEach(this::restart);
    }

    private void restart(int shard) {
        positions[shard] = BOTTOM;
        left[shard] = true;
    }

    /** Begins at the bottom again, which is always right: what is known is passed over. */
    void restart() {
        Arrays.fill(positions, BOTTOM);
        Arrays.fill(left, true);
        snapshot = null;
    }

    long position(int shard) {
        return positions[shard];
    }

    boolean mayHaveMore() {
        return shards.numbers().anyMatch(shard -> left[shard]);
    }

    /** How many rows to read of a shard, behind a position. */
    record ShardRead(int shard, long after, int most) {}

    /**
     * Where to read, and how much.
     *
     * @param snapshot null if nothing can have come late, because nothing was read
     * @param furthest the furthest position of all shards
     */
    record ReadPlan(@Nullable String snapshot, long furthest, List<ShardRead> shares) {
        int rows() {
            return shares.stream().mapToInt(ShardRead::most).sum();
        }
    }

    /** @param ahead how many rows are wanted from before the cursor; zero if only late ones are */
    ReadPlan plan(int ahead) {
        long rich = shards.numbers().filter(shard -> left[shard]).count();
        int share = Math.ceilDiv(ahead, (int) Math.max(1, rich));
        List<ShardRead> shardReads = shards.numbers()
                .filter(_ -> ahead > 0)
                .mapToObj(shard -> new ShardRead(shard, positions[shard], left[shard] ? share : Math.min(LEAST, ahead)))
                .toList();
        long furthest =
                shards.numbers().mapToLong(shard -> positions[shard]).max().orElse(BOTTOM);
        return new ReadPlan(furthest == BOTTOM ? null : snapshot, furthest, shardReads);
    }

    /** Whether a late row is one that the cursor has passed; others are still before it. */
    boolean hasPassed(RowKey key) {
        return shards.contains(key.shard()) && key.position() <= positions[key.shard()];
    }

    /**
     * Takes in what a plan brought.
     *
     * @return false if too much has happened since the last snapshot, and reading has to begin at the bottom
     */
    boolean advance(ReadPlan readPlan, TableReadResult answer) {
        if (readPlan.snapshot() != null && isTooFar(readPlan.snapshot(), answer)) {
            restart();
            return false;
        }
        Map<Integer, Integer> counts = new HashMap<>();
        for (OwnTableRow ownTableRow : answer.ahead()) {
            counts.merge(ownTableRow.key().shard(), 1, Integer::sum);
            positions[ownTableRow.key().shard()] = ownTableRow.key().position();
        }
        for (ShardRead shardRead : readPlan.shares()) {
            left[shardRead.shard()] = counts.getOrDefault(shardRead.shard(), 0) >= shardRead.most();
        }
        snapshot = answer.snapshot();
        return true;
    }

    private static boolean isTooFar(String before, TableReadResult answer) {
        long transactions = nextXid(answer.snapshot()) - nextXid(before);
        // A number that goes back is another server's, which has taken the place of the first
        return transactions < 0 || transactions > MOST_TRANSACTIONS || isCut(answer.late());
    }

    /** What was cut off may have to go before what was read. */
    private static boolean isCut(List<TableReadResult.LateRow> lateRow) {
        if (lateRow.size() < LATE_OF_ONE) {
            return false;
        }
        Map<String, Integer> counts = new HashMap<>();
        lateRow.forEach(row -> counts.merge(row.xid(), 1, Integer::sum));
        return lateRow.size() >= LATE_OF_ALL || counts.values().stream().anyMatch(count -> count >= LATE_OF_ONE);
    }

    /** The first transaction that had not begun in a snapshot, which reads {@code xmin:xmax:open,open}. */
    static long nextXid(String snapshot) {
        return Long.parseLong(snapshot.split(":", 3)[1]);
    }
}

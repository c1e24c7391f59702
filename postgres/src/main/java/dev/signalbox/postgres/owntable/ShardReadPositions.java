package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Shards;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The read position of each shard, and the snapshot of the last read. Every row up to its shard's position that is
 * visible in that snapshot has been read.
 */
final class ShardReadPositions {
    static final long BOTTOM = Long.MIN_VALUE;

    /** With more transactions than this since the last read, restarting is cheaper than looking them up. */
    static final int MOST_TRANSACTIONS = 10_000;

    static final int LATE_OF_ONE = 2_000;
    static final int LATE_OF_ALL = 5_000;
    private static final int LEAST = 32;

    private final long[] positions = new long[Shards.COUNT];

    /** Whether the last read left rows in the shard. */
    private final boolean[] left = new boolean[Shards.COUNT];

    private Shards shards = Shards.NONE;
    private @Nullable String snapshot;

    Shards shards() {
        return shards;
    }

    /** Starts gained shards from the beginning, and drops lost ones. */
    void own(Shards owned) {
        restart(owned.minus(shards));
        shards = owned;
    }

    void restart(Shards some) {
        some.numbers().forEach(shard -> {
            positions[shard] = BOTTOM;
            left[shard] = true;
        });
    }

    /** Restarts from the beginning, which is always correct: known rows are skipped. */
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

    record ShardRead(int shard, long after, int most) {}

    /**
     * Where to read, and how many rows.
     *
     * @param snapshot null if there can be no late rows, because nothing was read yet
     * @param furthest the highest position of all shards
     */
    record ReadPlan(@Nullable String snapshot, long furthest, List<ShardRead> shares) {
        int rows() {
            return shares.stream().mapToInt(ShardRead::most).sum();
        }
    }

    /** @param ahead how many rows to read ahead of the cursor; zero to read late rows only */
    ReadPlan plan(int ahead) {
        long rich = shards.numbers().filter(shard -> left[shard]).count();
        int share = Math.ceilDiv(ahead, (int) Math.max(1, rich));
        List<ShardRead> shares = shards.numbers()
                .filter(_ -> ahead > 0)
                .mapToObj(shard -> new ShardRead(shard, positions[shard], left[shard] ? share : Math.min(LEAST, ahead)))
                .toList();
        long furthest =
                shards.numbers().mapToLong(shard -> positions[shard]).max().orElse(BOTTOM);
        return new ReadPlan(furthest == BOTTOM ? null : snapshot, furthest, shares);
    }

    /** Whether the cursor has passed a late row; otherwise it is still ahead. */
    boolean hasPassed(RowKey key) {
        return shards.contains(key.shard()) && key.position() <= positions[key.shard()];
    }

    /**
     * Takes the result of a plan.
     *
     * @return false if there were too many transactions since the last snapshot, so that reading restarts
     */
    boolean advance(ReadPlan plan, TableReadResult answer) {
        if (plan.snapshot() != null && isTooFar(plan.snapshot(), answer)) {
            restart();
            return false;
        }
        Map<Integer, Integer> counts = new HashMap<>();
        for (OwnTableRow row : answer.ahead()) {
            counts.merge(row.key().shard(), 1, Integer::sum);
            positions[row.key().shard()] = row.key().position();
        }
        for (ShardRead share : plan.shares()) {
            left[share.shard()] = counts.getOrDefault(share.shard(), 0) >= share.most();
        }
        snapshot = answer.snapshot();
        return true;
    }

    private static boolean isTooFar(String before, TableReadResult answer) {
        long transactions = nextXid(answer.snapshot()) - nextXid(before);
        // An id that decreases comes from another server that replaced the first
        return transactions < 0 || transactions > MOST_TRANSACTIONS || isCut(answer.late());
    }

    /** Rows that were cut off may belong before rows that were read. */
    private static boolean isCut(List<TableReadResult.LateRow> late) {
        if (late.size() < LATE_OF_ONE) {
            return false;
        }
        Map<String, Integer> counts = new HashMap<>();
        late.forEach(row -> counts.merge(row.xid(), 1, Integer::sum));
        return late.size() >= LATE_OF_ALL || counts.values().stream().anyMatch(count -> count >= LATE_OF_ONE);
    }

    /** The first transaction that had not started in a snapshot {@code xmin:xmax:open,open}. */
    static long nextXid(String snapshot) {
        return Long.parseLong(snapshot.split(":", 3)[1]);
    }
}

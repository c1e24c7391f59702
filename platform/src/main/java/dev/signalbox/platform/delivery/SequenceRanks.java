package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Ranks for sequences. The engine knows few ranks and clients choose any numbers, so the sequences of those that share a pool are
 * spread over all ranks in their order.
 */
final class SequenceRanks {
    /** The highest rank that the engine tells from lower ones. */
    static final int HIGHEST = 10;

    /** The sequences of a pool, ascending; those without a pool are at the key null. */
    private final Map<@Nullable Tsid, int[]> byPool;

    private SequenceRanks(Map<@Nullable Tsid, int[]> byPool) {
        this.byPool = byPool;
    }

    static SequenceRanks of(Collection<DeliverySubscription> subscriptions) {
        Map<@Nullable Tsid, TreeSet<Integer>> sequences = new HashMap<>();
        for (DeliverySubscription each : subscriptions) {
            sequences
                    .computeIfAbsent(each.delivery().dispatchPoolId(), _ -> new TreeSet<>())
                    .add(each.delivery().sequence());
        }
        Map<@Nullable Tsid, int[]> byPool = new HashMap<>();
        sequences.forEach((pool, sorted) ->
                byPool.put(pool, sorted.stream().mapToInt(Integer::intValue).toArray()));
        return new SequenceRanks(byPool);
    }

    /** From 0 to {@link #HIGHEST}; of two sequences of a pool, the lower one never has the higher rank. */
    int rank(@Nullable Tsid pool, int sequence) {
        int[] sorted = byPool.getOrDefault(pool, new int[0]);
        if (sorted.length == 0 || sequence > sorted[sorted.length - 1]) {
            return sorted.length == 0 ? 0 : HIGHEST;
        }
        int found = Arrays.binarySearch(sorted, sequence);
        int lower = found >= 0 ? found : -found - 1;
        return sorted.length == 1 ? 0 : Math.round((float) HIGHEST * lower / (sorted.length - 1));
    }

    /** The pools in which a rank may be another one than in these ranks. */
    Set<@Nullable Tsid> differences(SequenceRanks others) {
        Set<@Nullable Tsid> pools = new HashSet<>(byPool.keySet());
        pools.addAll(others.byPool.keySet());
        pools.removeIf(pool -> Arrays.equals(byPool.get(pool), others.byPool.get(pool)));
        return pools;
    }
}

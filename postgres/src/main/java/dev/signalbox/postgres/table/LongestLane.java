package dev.signalbox.postgres.table;

import java.util.LinkedHashSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the group of which most rows are remembered, among those with more than one. */
final class LongestLane {
    private final TreeMap<Integer, LinkedHashSet<Lane>> byLength = new TreeMap<>();

    /** The number of rows of this lane may have changed. */
    void update(Lane lane) {
        int length = lane.group == null || lane.waiting.size() < 2 ? 0 : lane.waiting.size();
        if (length == lane.knownLength) {
            return;
        }
        LinkedHashSet<Lane> before = byLength.get(lane.knownLength);
        if (before != null) {
            before.remove(lane);
            if (before.isEmpty()) {
                byLength.remove(lane.knownLength);
            }
        }
        if (length > 0) {
            byLength.computeIfAbsent(length, _ -> new LinkedHashSet<>()).add(lane);
        }
        lane.knownLength = length;
    }

    @Nullable
    Lane find() {
        return byLength.isEmpty() ? null : byLength.lastEntry().getValue().getFirst();
    }
}

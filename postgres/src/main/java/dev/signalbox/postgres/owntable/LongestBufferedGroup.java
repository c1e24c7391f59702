package dev.signalbox.postgres.owntable;

import java.util.LinkedHashSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the group with the most buffered rows, among groups with more than one. */
final class LongestBufferedGroup {
    private final TreeMap<Integer, LinkedHashSet<BufferedGroup>> byLength = new TreeMap<>();

    /** Updates the number of buffered rows of this group. */
    void update(BufferedGroup buffered) {
        int length = buffered.group == null || buffered.waiting.size() < 2 ? 0 : buffered.waiting.size();
        if (length == buffered.knownLength) {
            return;
        }
        LinkedHashSet<BufferedGroup> before = byLength.get(buffered.knownLength);
        if (before != null) {
            before.remove(buffered);
            if (before.isEmpty()) {
                byLength.remove(buffered.knownLength);
            }
        }
        if (length > 0) {
            byLength.computeIfAbsent(length, _ -> new LinkedHashSet<>()).add(buffered);
        }
        buffered.knownLength = length;
    }

    @Nullable
    BufferedGroup find() {
        return byLength.isEmpty() ? null : byLength.lastEntry().getValue().getFirst();
    }
}

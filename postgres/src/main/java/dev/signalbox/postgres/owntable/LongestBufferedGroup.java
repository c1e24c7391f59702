package dev.signalbox.postgres.owntable;

import java.util.LinkedHashSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the group with the most buffered rows, among groups with more than one. */
final class LongestBufferedGroup {
    private final TreeMap<Integer, LinkedHashSet<BufferedGroup>> byLength = new TreeMap<>();

    /** Updates the number of buffered rows of this group. */
    void update(BufferedGroup bufferedGroup) {
        int length = bufferedGroup.group == null || bufferedGroup.waiting.size() < 2 ? 0 : bufferedGroup.waiting.size();
        if (length == bufferedGroup.knownLength) {
            return;
        }
        LinkedHashSet<BufferedGroup> before = byLength.get(bufferedGroup.knownLength);
        if (before != null) {
            before.remove(bufferedGroup);
            if (before.isEmpty()) {
                byLength.remove(bufferedGroup.knownLength);
            }
        }
        if (length > 0) {
            byLength.computeIfAbsent(length, _ -> new LinkedHashSet<>()).add(bufferedGroup);
        }
        bufferedGroup.knownLength = length;
    }

    @Nullable
    BufferedGroup find() {
        return byLength.isEmpty() ? null : byLength.lastEntry().getValue().getFirst();
    }
}

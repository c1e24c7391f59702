package dev.signalbox.jdbc.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Visits groups in turn: keeps the groups that the last scan found and that had no turn yet, and the position of the
 * next scan. A skipped group returns in the next lap.
 */
final class GroupRotation {
    private final Deque<String> waiting = new ArrayDeque<>();
    private @Nullable String resume;
    private boolean scannedToTheEnd;
    private boolean foundThisLap;
    private int claims;

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The group after which the next scan continues; null at the start of a lap. */
    @Nullable
    String resume() {
        return resume;
    }

    /** @param resumeBehind the group after which there may be more; null if these are the last */
    void scanned(List<String> groups, @Nullable String resumeBehind, Predicate<String> ours) {
        groups.stream().filter(ours).forEach(waiting::add);
        resume = resumeBehind;
        scannedToTheEnd = resumeBehind == null;
    }

    /** The next groups that pass the filter. */
    List<String> next(int most, Predicate<String> wanted) {
        List<String> next = new ArrayList<>();
        while (next.size() < most && !waiting.isEmpty()) {
            String group = waiting.removeFirst();
            if (wanted.test(group)) {
                next.add(group);
            }
        }
        return next;
    }

    /** Puts back groups that were not read: it is still their turn. */
    void putBack(List<String> groups) {
        groups.reversed().forEach(waiting::addFirst);
    }

    /**
     * Records a claim.
     *
     * @return whether another claim right away may find more
     */
    boolean claimed(boolean found) {
        claims++;
        foundThisLap |= found;
        if (!waiting.isEmpty() || !scannedToTheEnd) {
            return true;
        }
        // Rows claimed early in a long lap may be settled by now, and their groups may have more
        boolean again = claims > 1 && foundThisLap;
        startOver();
        return again;
    }

    void startOver() {
        waiting.clear();
        resume = null;
        scannedToTheEnd = false;
        foundThisLap = false;
        claims = 0;
    }
}

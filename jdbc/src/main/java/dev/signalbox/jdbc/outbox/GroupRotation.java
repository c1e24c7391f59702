package dev.signalbox.jdbc.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The groups in turn: those that the last scan has found and that have not had their turn, and where the next scan goes
 * on. A group that is passed over comes again in the next lap.
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

    /** The group behind which the next scan goes on; null at the start of a lap. */
    @Nullable
    String resume() {
        return resume;
    }

    /** @param resumeBehind the group behind which there may be more; null if there are none behind these */
    void scanned(List<String> groups, @Nullable String resumeBehind, Predicate<String> ours) {
        groups.stream().filter(ours).forEach(waiting::add);
        resume = resumeBehind;
        scannedToTheEnd = resumeBehind == null;
    }

    /** The next groups that are wanted now. */
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

    /** Nothing was read of these: it is still their turn. */
    void putBack(List<String> groups) {
        groups.reversed().forEach(waiting::addFirst);
    }

    /**
     * A claim was made.
     *
     * @return whether it may be worth it to make another at once
     */
    boolean claimed(boolean found) {
        claims++;
        foundThisLap |= found;
        if (!waiting.isEmpty() || !scannedToTheEnd) {
            return true;
        }
        // What was claimed early in a long lap may be settled by now, and its group may have more
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

package dev.signalbox.jdbc.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Visits groups in turn: keeps the groups that the last scan found and that had no turn yet, and the position of the
 * next scan. A skipped group returns in the next lap.
 *
 * <p>A lap over a long backlog takes minutes, and has no end while rows are written faster than they are delivered. So
 * two kinds of groups are visited out of turn, a quarter of the groups of each claim: those that are due for a retry,
 * and those that got rows after the lap had passed them.
 */
final class GroupRotation {
    private final Deque<String> waiting = new ArrayDeque<>();
    private final Deque<String> due = new ArrayDeque<>();
    private final Deque<String> passed = new ArrayDeque<>();
    private @Nullable String resume;
    private @Nullable String visited;
    private @Nullable String resumePassed;
    private boolean scannedToTheEnd;
    private boolean foundThisLap;
    private int claims;
    private int turn;

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean hasOutOfTurn() {
        return !due.isEmpty() || !passed.isEmpty();
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

    /** The last group that had its turn in a long lap; null if none had, or if those found behind it wait for theirs. */
    @Nullable
    String passedUpTo() {
        return resume != null && passed.isEmpty() ? visited : null;
    }

    /** The group after which the next scan of passed groups continues; null for the first. */
    @Nullable
    String resumePassed() {
        return resumePassed;
    }

    /** @param resumeBehind the group after which there may be more that the lap has passed */
    void scannedPassed(List<String> groups, @Nullable String resumeBehind, Predicate<String> ours) {
        groups.stream().filter(ours).forEach(passed::add);
        resumePassed = resumeBehind;
    }

    void due(Collection<String> groups) {
        due.addAll(groups);
    }

    /** The next groups that pass the filter; every fourth is due, every fourth was passed. */
    List<String> next(int most, Predicate<String> wanted) {
        List<Deque<String>> turns = List.of(due, waiting, passed, waiting);
        Set<String> next = new LinkedHashSet<>();
        while (next.size() < most && (!waiting.isEmpty() || hasOutOfTurn())) {
            turn = (turn + 1) % turns.size();
            String group = turns.get(turn).pollFirst();
            boolean inTurn = turn % 2 == 1;
            visited = inTurn && group != null ? group : visited;
            if (group != null && wanted.test(group)) {
                next.add(group);
            }
        }
        return new ArrayList<>(next);
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
        if (!waiting.isEmpty() || !scannedToTheEnd || hasOutOfTurn()) {
            return true;
        }
        // Rows claimed early in a long lap may be settled by now, and their groups may have more
        boolean again = claims > 1 && foundThisLap;
        startOver();
        return again;
    }

    void startOver() {
        waiting.clear();
        due.clear();
        passed.clear();
        resume = null;
        visited = null;
        resumePassed = null;
        scannedToTheEnd = false;
        foundThisLap = false;
        claims = 0;
    }
}

package dev.signalbox.jdbc.outbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rows without a group: those that the last look has found, and where the next look begins. That is at the oldest row,
 * unless the rows there are mostly somebody else's or held: then it is where the last look ended, until the end is
 * reached, so that they hold up nobody.
 */
public final class LooseLap {
    private static final int SKIPPED_LOOKS = 8;

    /** A place in the order of creation and id, as the database writes them. */
    public record Position(String at, String id) {}

    /** What a look found: a row and its place. */
    public record Seen(Found row, @Nullable String at) {}

    private final Deque<Found> waiting = new ArrayDeque<>();
    private @Nullable Position start;
    private @Nullable Position end;
    private boolean oneMoment;
    private boolean nothingLastTime;
    private int skipped;

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether to look again although there are groups to go on with. */
    boolean isDue() {
        return waiting.isEmpty() && (!nothingLastTime || skipped >= SKIPPED_LOOKS);
    }

    void skipped() {
        skipped++;
    }

    /** Where the next look begins; null for the oldest row. */
    @Nullable
    Position start() {
        return start;
    }

    /** Whether the last look saw nothing but rows of one moment: the dearer it is to sort, the more should come of it. */
    boolean isOneMoment() {
        return oneMoment;
    }

    void looked(List<Seen> seen, int limit, Predicate<String> usable) {
        skipped = 0;
        nothingLastTime = seen.isEmpty();
        seen.stream().map(Seen::row).filter(row -> usable.test(row.id())).forEach(waiting::add);
        end = seen.size() < limit ? null : position(seen.getLast());
        oneMoment = end != null && end.at().equals(seen.getFirst().at());
        boolean crowded = waiting.size() * 2 < seen.size();
        if (start != null || crowded) {
            start = end;
        }
    }

    // Behind rows without a time there is no going on: they come last, and are met from the other side
    private static @Nullable Position position(Seen seen) {
        String at = seen.at();
        return at == null ? null : new Position(at, seen.row().id());
    }

    /** The next row that is wanted now. */
    @Nullable
    Found next(Predicate<String> wanted) {
        while (!waiting.isEmpty()) {
            Found row = waiting.removeFirst();
            if (wanted.test(row.id())) {
                return row;
            }
        }
        return null;
    }

    void putBack(Found row) {
        waiting.addFirst(row);
    }

    /**
     * A claim was made.
     *
     * @param inVain whether it tried such rows and got none of them
     * @return whether it may be worth it to make another at once
     */
    boolean claimed(boolean inVain) {
        if (inVain && waiting.isEmpty()) {
            start = end;
        }
        return !waiting.isEmpty() || end != null;
    }

    void startOver() {
        waiting.clear();
        start = null;
        end = null;
        oneMoment = false;
        nothingLastTime = false;
        skipped = 0;
    }
}

package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.outbox.LooseQueue;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows without a group in turn, and when it is worth it to look for more of them. */
public final class LooseLap extends LooseQueue<Found, LooseLap.Position> {
    private static final int SKIPPED_LOOKS = 8;

    /** A place in the order of creation and id, as the database writes them. */
    public record Position(String at, String id) {}

    /** What a look found: a row and its place. */
    public record Seen(Found row, @Nullable String at) {}

    private boolean oneMoment;
    private boolean nothingLastTime;
    private int skipped;

    /** Whether to look again although there are groups to go on with. */
    boolean isDue() {
        return isEmpty() && (!nothingLastTime || skipped >= SKIPPED_LOOKS);
    }

    void skipped() {
        skipped++;
    }

    /** Whether the last look saw nothing but rows of one moment: the dearer it is to sort, the more should come of it. */
    boolean isOneMoment() {
        return oneMoment;
    }

    void looked(List<Seen> seen, int limit, Predicate<String> usable) {
        skipped = 0;
        nothingLastTime = seen.isEmpty();
        Position end = seen.size() < limit ? null : position(seen.getLast());
        oneMoment = end != null && end.at().equals(seen.getFirst().at());
        looked(seen.stream().map(Seen::row).filter(row -> usable.test(row.id())).toList(), seen.size(), end);
    }

    // Behind rows without a time there is no going on: they come last, and are met from the other side
    private static @Nullable Position position(Seen seen) {
        String at = seen.at();
        return at == null ? null : new Position(at, seen.row().id());
    }

    @Override
    public void startOver() {
        super.startOver();
        oneMoment = false;
        nothingLastTime = false;
        skipped = 0;
    }
}

package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.outbox.UngroupedQueue;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The ungrouped rows in turn, and when to scan for more of them. */
public final class UngroupedRowQueue extends UngroupedQueue<CandidateRow, UngroupedRowQueue.ScanPosition> {
    private static final int SKIPPED_LOOKS = 8;

    /** A position in the order of creation time and id, as the database writes them. */
    public record ScanPosition(String at, String id) {}

    /** A scanned row and its creation time. */
    public record ScannedRow(CandidateRow row, @Nullable String at) {}

    private boolean oneMoment;
    private boolean nothingLastTime;
    private int skipped;

    /** Whether to scan again although there are groups to continue with. */
    boolean isDue() {
        return isEmpty() && (!nothingLastTime || skipped >= SKIPPED_LOOKS);
    }

    void skipped() {
        skipped++;
    }

    /**
     * Whether all rows of the last scan have one creation time: sorting them is expensive, so the next scan reads more.
     */
    boolean isOneMoment() {
        return oneMoment;
    }

    void looked(List<ScannedRow> scanned, int limit, Predicate<String> usable) {
        skipped = 0;
        nothingLastTime = scanned.isEmpty();
        ScanPosition end = scanned.size() < limit ? null : position(scanned.getLast());
        oneMoment = end != null && end.at().equals(scanned.getFirst().at());
        looked(
                scanned.stream()
                        .map(ScannedRow::row)
                        .filter(row -> usable.test(row.id()))
                        .toList(),
                scanned.size(),
                end);
    }

    // A scan cannot continue after rows without a time: they come last
    private static @Nullable ScanPosition position(ScannedRow scanned) {
        String at = scanned.at();
        return at == null ? null : new ScanPosition(at, scanned.row().id());
    }

    @Override
    public void startOver() {
        super.startOver();
        oneMoment = false;
        nothingLastTime = false;
        skipped = 0;
    }
}

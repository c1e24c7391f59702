package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.outbox.UngroupedQueue;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows without a group in turn, and when it is worth it to look for more of them. */
public final class UngroupedRowQueue extends UngroupedQueue<CandidateRow, UngroupedRowQueue.ScanPosition> {
    private static final int SKIPPED_LOOKS = 8;

    /** A place in the order of creation and id, as the database writes them. */
    public record ScanPosition(String at, String id) {}

    /** What a look found: a row and its place. */
    public record ScannedRow(CandidateRow row, @Nullable String at) {}

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

    void looked(List<ScannedRow> scannedRow, int limit, Predicate<String> usable) {
        skipped = 0;
        nothingLastTime = scannedRow.isEmpty();
        ScanPosition end = scannedRow.size() < limit ? null : position(scannedRow.getLast());
        oneMoment = end != null && end.at().equals(scannedRow.getFirst().at());
        looked(
                scannedRow.stream()
                        .map(ScannedRow::row)
                        .filter(row -> usable.test(row.id()))
                        .toList(),
                scannedRow.size(),
                end);
    }

    // Behind rows without a time there is no going on: they come last, and are met from the other side
    private static @Nullable ScanPosition position(ScannedRow scannedRow) {
        String at = scannedRow.at();
        return at == null ? null : new ScanPosition(at, scannedRow.row().id());
    }

    @Override
    public void startOver() {
        super.startOver();
        oneMoment = false;
        nothingLastTime = false;
        skipped = 0;
    }
}

package dev.signalbox.core.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the database is known to have recorded of a feed's progress, and what to write next.
 *
 * <p>After a write whose answer was lost, its rows are uncertain: the next write includes all of them, so that it is
 * right whether the first one happened or not.
 */
final class RecordedProgress {
    private final Map<DeferredGroupKey, DeferredGroupRow> rows = new HashMap<>();
    private final Set<DeferredGroupKey> uncertain = new LinkedHashSet<>();
    private ProgressUpdate.FeedState feedState;
    private ProgressVersion progressVersion;

    RecordedProgress(OpenResult.Opened opened) {
        this.feedState = opened.feedState();
        this.progressVersion = new ProgressVersion(opened.revision(), opened.revision());
        opened.deferredGroups().forEach(row -> rows.put(row.key(), row));
    }

    ProgressVersion version() {
        return progressVersion;
    }

    /** The write that brings the database up to date. */
    ProgressUpdate next(FeedTracker feedTracker) {
        ProgressUpdate.FeedState wanted = feedTracker.feedState();
        Set<DeferredGroupKey> keys = new LinkedHashSet<>(uncertain);
        keys.addAll(feedTracker.deferredGroups().touched());
        List<DeferredGroupRow> deferredGroupRows = new ArrayList<>();
        List<DeferredGroupKey> removed = new ArrayList<>();
        for (DeferredGroupKey key : keys) {
            DeferredGroupRow row = feedTracker.deferredGroups().row(key);
            boolean mayBeThere = rows.containsKey(key) || uncertain.contains(key);
            if (row == null && mayBeThere) {
                removed.add(key);
            } else if (row != null && (uncertain.contains(key) || !row.equals(rows.get(key)))) {
                deferredGroupRows.add(row);
            }
        }
        VerdictApplier verdictApplier = feedTracker.verdicts();
        var rowChanges = new ProgressUpdate.RowChanges(
                deferredGroupRows,
                removed,
                verdictApplier.deadLetters(),
                verdictApplier.replayed(),
                feedTracker.suspects().answered());
        return new ProgressUpdate(
                progressVersion, progressVersion.attempted() + 1, wanted, rowChanges, verdictApplier.counts());
    }

    /**
     * Whether a new owner would find a difference afterwards. A higher horizon alone is not worth a write: every
     * transaction of the server moves it, our own writes among them, and up to the same position it leads to the same
     * events.
     */
    boolean isWorthWriting(ProgressUpdate progressUpdate) {
        boolean inDoubt = progressVersion.confirmed() != progressVersion.attempted();
        return inDoubt
                || !isSame(progressUpdate.feedState(), feedState)
                || !progressUpdate.changes().isEmpty();
    }

    private static boolean isSame(ProgressUpdate.FeedState one, ProgressUpdate.FeedState other) {
        return one.cursor().position() == other.cursor().position()
                && one.settledBeyondCursor().equals(other.settledBeyondCursor())
                && Objects.equals(one.failure(), other.failure());
    }

    void attempted(ProgressUpdate progressUpdate) {
        progressVersion = new ProgressVersion(progressVersion.confirmed(), progressUpdate.revision());
        progressUpdate.changes().deferredGroups().forEach(row -> uncertain.add(row.key()));
        uncertain.addAll(progressUpdate.changes().removed());
    }

    void recorded(ProgressUpdate progressUpdate) {
        progressVersion = new ProgressVersion(progressUpdate.revision(), progressUpdate.revision());
        feedState = progressUpdate.feedState();
        progressUpdate.changes().deferredGroups().forEach(row -> rows.put(row.key(), row));
        progressUpdate.changes().removed().forEach(rows::remove);
        uncertain.clear();
    }
}

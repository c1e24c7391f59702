package dev.signalbox.core.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the database is known to have of a pair's progress, and what has to be written next.
 *
 * <p>After a write whose answer was lost, the rows that it was about are in doubt: the next write has all of them, so that
 * it is right whether the first one happened or not.
 */
final class Ledger {
    private final Map<SidingKey, Parked> rows = new HashMap<>();
    private final Set<SidingKey> doubtful = new LinkedHashSet<>();
    private Progress.Standing standing;
    private Version version;

    Ledger(Opening.Opened opened) {
        this.standing = opened.standing();
        this.version = new Version(opened.revision(), opened.revision());
        opened.parked().forEach(row -> rows.put(row.key(), row));
    }

    Version version() {
        return version;
    }

    /** The write that brings the database up to date. */
    Progress next(Track track) {
        Progress.Standing wanted = track.standing();
        Set<SidingKey> keys = new LinkedHashSet<>(doubtful);
        keys.addAll(track.sidings().touched());
        List<Parked> parked = new ArrayList<>();
        List<SidingKey> removed = new ArrayList<>();
        for (SidingKey key : keys) {
            Parked row = track.sidings().row(key);
            boolean mayBeThere = rows.containsKey(key) || doubtful.contains(key);
            if (row == null && mayBeThere) {
                removed.add(key);
            } else if (row != null && (doubtful.contains(key) || !row.equals(rows.get(key)))) {
                parked.add(row);
            }
        }
        Verdicts verdicts = track.verdicts();
        var changes = new Progress.Changes(
                parked,
                removed,
                verdicts.deadLetters(),
                verdicts.replayed(),
                track.doubts().landed());
        return new Progress(version, version.attempted() + 1, wanted, changes, verdicts.tally());
    }

    /**
     * Whether a new owner would find something else afterwards. A higher horizon alone is not worth it: every transaction of
     * the server moves that, our own writes among them, and up to the same position it leads to the same events.
     */
    boolean isWorthWriting(Progress progress) {
        boolean inDoubt = version.confirmed() != version.attempted();
        return inDoubt
                || !isSame(progress.standing(), standing)
                || !progress.changes().isEmpty();
    }

    private static boolean isSame(Progress.Standing one, Progress.Standing other) {
        return one.cursor().position() == other.cursor().position()
                && one.ahead().equals(other.ahead())
                && Objects.equals(one.failure(), other.failure());
    }

    void attempted(Progress progress) {
        version = new Version(version.confirmed(), progress.revision());
        progress.changes().parked().forEach(row -> doubtful.add(row.key()));
        doubtful.addAll(progress.changes().removed());
    }

    void recorded(Progress progress) {
        version = new Version(progress.revision(), progress.revision());
        standing = progress.standing();
        progress.changes().parked().forEach(row -> rows.put(row.key(), row));
        progress.changes().removed().forEach(rows::remove);
        doubtful.clear();
    }
}

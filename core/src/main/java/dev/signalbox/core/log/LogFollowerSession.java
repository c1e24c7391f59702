package dev.signalbox.core.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog.DeferredGroupRead;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.EventLog.RecordResult;
import dev.signalbox.core.log.EventLog.ReplayRequest;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One owner following a log: queries the database and passes the results to the tracker. One call at a time, except
 * that verdicts do not wait for a read of the main line.
 */
final class LogFollowerSession {
    private record State(FeedTracker tracker, RecordedProgress recordedProgress) {}

    /** A read of the main line, and the state that it began with. */
    private record PendingRead(
            State state, ProgressVersion version, ReadPosition readPosition, EventLog.Limits limits) {}

    private final EventLog log;
    private final FollowerSettings settings;
    private final Incarnation owner;
    private final BiConsumer<Incarnation, OpenResult.Opened> onOpened;
    /** Null until the progress is opened, and after it became invalid. */
    private long horizon = Long.MAX_VALUE;

    private @Nullable State state;

    private boolean deferredGroupsNext;
    /** Whether the main line is being read: two reads would return the same events. */
    private boolean reading;

    private long claims;
    /** How many events operators have replayed since the last report. A failed write does not lower it. */
    private int broughtBack;

    LogFollowerSession(
            EventLog log,
            FollowerSettings settings,
            Incarnation owner,
            BiConsumer<Incarnation, OpenResult.Opened> onOpened) {
        this.log = log;
        this.settings = settings;
        this.owner = owner;
        this.onOpened = onOpened;
    }

    synchronized void forget() {
        state = null;
    }

    private @Nullable State opened() throws SourceException {
        if (state == null) {
            state = switch (log.open(owner)) {
                case OpenResult.Opened opened -> {
                    onOpened.accept(owner, opened);
                    yield new State(
                            new FeedTracker(settings, opened, firstHorizon(opened)), new RecordedProgress(opened));
                }
                case OpenResult.Fenced() -> null;
            };
        }
        return state;
    }

    /**
     * Reads either the main line or deferred groups, in turn, if both have something to give. Verdicts may be recorded
     * during a read of the main line: they change what waits, and nothing that the read began with.
     */
    ClaimResult claim(ClaimRequest request) throws SourceException {
        PendingRead pendingRead;
        synchronized (this) {
            State now = request.shards().contains(settings.shard()) && !reading ? opened() : null;
            if (now == null) {
                return ClaimResult.NOTHING;
            }
            List<DeferredGroupRead> deferredGroupReads = now.tracker().wanted(request);
            int room = now.tracker().room(request);
            if (!deferredGroupReads.isEmpty() && (deferredGroupsNext || room == 0)) {
                deferredGroupsNext = false;
                return readDeferredGroups(now, deferredGroupReads, request);
            }
            if (room == 0) {
                return ClaimResult.NOTHING;
            }
            deferredGroupsNext = true;
            reading = true;
            var limits = new EventLog.Limits(room, request.bytes());
            pendingRead = new PendingRead(
                    now, now.recordedProgress().version(), now.tracker().readPosition(), limits);
        }
        ReadResult read = null;
        try {
            read = log.read(owner, pendingRead.version(), pendingRead.readPosition(), pendingRead.limits());
        } finally {
            if (read == null) {
                endReading();
            }
        }
        return arrive(pendingRead, read, request);
    }

    private synchronized void endReading() {
        reading = false;
    }

    private ClaimResult readDeferredGroups(State now, List<DeferredGroupRead> deferredGroupReads, ClaimRequest request)
            throws SourceException {
        var limits = new EventLog.Limits(request.messages(), request.bytes());
        ProgressVersion progressVersion = now.recordedProgress().version();
        return take(
                now,
                progressVersion,
                log.fetch(owner, progressVersion, now.tracker().readPosition(), deferredGroupReads, limits),
                request,
                deferredGroupReads);
    }

    private synchronized ClaimResult arrive(PendingRead pendingRead, ReadResult read, ClaimRequest request) {
        reading = false;
        if (!pendingRead.state().equals(state)) {
            return new ClaimResult(List.of(), true);
        }
        return take(pendingRead.state(), pendingRead.version(), read, request, List.of());
    }

    private ClaimResult take(
            State now,
            ProgressVersion progressVersion,
            ReadResult read,
            ClaimRequest request,
            List<DeferredGroupRead> deferredGroupReads) {
        return switch (read) {
            case ReadResult.Page page -> now.tracker().arrive(page, request, claims++);
            case ReadResult.DeferredEvents deferredEvents ->
                now.tracker().arrive(deferredEvents, deferredGroupReads, claims++);
            case ReadResult.Paused() -> ClaimResult.NOTHING;
            // The changed row may come from our own write, if there was one since.
            case ReadResult.Moved()
            when !progressVersion.equals(now.recordedProgress().version()) -> new ClaimResult(List.of(), true);
            case ReadResult.Moved() -> startOver(true);
            case ReadResult.Fenced() -> startOver(false);
        };
    }

    private ClaimResult startOver(boolean more) {
        state = null;
        return new ClaimResult(List.of(), more);
    }

    synchronized SettleResult settle(List<Settlement> settlements) throws SourceException {
        State now = state;
        if (now == null) {
            return SettleResult.NOTHING;
        }
        List<Settlement> ours = new ArrayList<>();
        boolean judged = false;
        for (Settlement settlement : settlements) {
            if (now.tracker().judge(settlement)) {
                ours.add(settlement);
                judged |= !(settlement.verdict() instanceof Verdict.Release);
            }
        }
        if (ours.isEmpty() || !write(now, judged)) {
            return SettleResult.NOTHING;
        }
        now.tracker().verdicts().letGo(ours);
        Set<String> recorded = new HashSet<>();
        ours.forEach(settlement -> recorded.add(settlement.message().id()));
        return SettleResult.all(recorded);
    }

    /** The horizon at the first opening by this owner: the death of the one before preceded that. */
    private long firstHorizon(OpenResult.Opened opened) {
        horizon = Math.min(horizon, opened.horizon());
        return horizon;
    }

    /** @param alone whether nothing else of the process is in flight; ignored for an event that is newer than the last death */
    synchronized boolean markInFlight(List<Long> positions, boolean alone) throws SourceException {
        State now = state;
        if (now == null) {
            return false;
        }
        boolean counts = alone && now.tracker().suspects().wereThereAtTheDeath(positions);
        if (!log.markInFlight(owner, positions, counts)) {
            return false;
        }
        positions.forEach(now.tracker().suspects()::marked);
        return true;
    }

    /** Writes the progress if it changed, and returns whether this owner still has the lease. */
    private boolean write(State now, boolean always) throws SourceException {
        ProgressUpdate progressUpdate = now.recordedProgress().next(now.tracker());
        if (!always && !now.recordedProgress().isWorthWriting(progressUpdate)) {
            return true;
        }
        now.recordedProgress().attempted(progressUpdate);
        if (log.record(owner, progressUpdate) != RecordResult.RECORDED) {
            state = null;
            return false;
        }
        now.recordedProgress().recorded(progressUpdate);
        now.tracker().deferredGroups().written();
        now.tracker().verdicts().written();
        now.tracker().suspects().written();
        return true;
    }

    /**
     * Applies operators' replays, and writes how far events of other topics have advanced the cursor. Does not open the
     * progress: only a claim proves that the feed is ours, and a node that shares the log with others is asked to
     * recover all feeds.
     *
     * @return how many events are replayed
     */
    synchronized int recover() throws SourceException {
        State now = state;
        // A replay that is not written yet would look like a new request.
        if (now != null && write(now, false)) {
            for (ReplayRequest replayRequest : log.replays(owner)) {
                broughtBack += now.tracker().verdicts().replay(replayRequest) ? 1 : 0;
            }
            write(now, false);
        }
        int replayed = broughtBack;
        broughtBack = 0;
        return replayed;
    }

    /**
     * What the database is known to have recorded of a feed's progress, and what to write next.
     *
     * <p>After a write whose answer was lost, its rows are uncertain: the next write includes all of them, so that it is
     * right whether the first one happened or not.
     */
    static final class RecordedProgress {
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
}

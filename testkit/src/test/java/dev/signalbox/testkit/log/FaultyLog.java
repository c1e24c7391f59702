package dev.signalbox.testkit.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.DeferredGroupKey;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.ProgressUpdate;
import dev.signalbox.core.log.ProgressVersion;
import dev.signalbox.core.log.ReadPosition;
import dev.signalbox.core.source.SourceException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A log that breaks one rule. */
final class FaultyLog implements EventLog {
    enum Fault {
        /** Treats the cursor as a position alone. */
        PASSES_OVER_LATE_EVENTS,
        /** The horizon advances although late events are unfinished. */
        HORIZON_TOO_EARLY,
        /** The position advances although events before it are unfinished. */
        POSITION_TOO_EARLY,
        /** A group returns to the main line while a part of it still waits. */
        RETURNS_TO_MAIN_LINE_TOO_EARLY,
        FORGETS_DEFERRED_GROUPS,
        KEEPS_DEFERRED_GROUPS,
        FORGETS_WHAT_IS_DONE_AHEAD,
        FORGETS_DEAD_LETTERS,
        /** A write whose answer was lost looks like another owner's. */
        DOES_NOT_KNOW_ITS_OWN_WRITE
    }

    private final EventLog log;
    private final Fault fault;
    private ReadPosition read = new ReadPosition(0, 0);

    FaultyLog(EventLog log, Fault fault) {
        this.log = log;
        this.fault = fault;
    }

    @Override
    public OpenResult open(Incarnation owner) throws SourceException {
        return log.open(owner);
    }

    @Override
    public ReadResult read(Incarnation owner, ProgressVersion progressVersion, ReadPosition readPosition, Limits limits)
            throws SourceException {
        ReadResult readResult = log.read(owner, progressVersion, readPosition, limits);
        if (!(readResult instanceof ReadResult.Page page)) {
            return readResult;
        }
        read = page.readPosition();
        if (fault == Fault.PASSES_OVER_LATE_EVENTS) {
            return new ReadResult.Page(List.of(), page.ahead(), page.readPosition(), page.more(), false);
        }
        return page;
    }

    @Override
    public ReadResult fetch(
            Incarnation owner,
            ProgressVersion progressVersion,
            ReadPosition readPosition,
            List<DeferredGroupRead> deferredGroupReads,
            Limits limits)
            throws SourceException {
        ReadResult readResult = log.fetch(owner, progressVersion, readPosition, deferredGroupReads, limits);
        if (fault != Fault.RETURNS_TO_MAIN_LINE_TOO_EARLY
                || !(readResult instanceof ReadResult.DeferredEvents deferredEvents)) {
            return readResult;
        }
        Set<DeferredGroupKey> complete = new HashSet<>(deferredEvents.complete());
        deferredEvents.events().forEach(it -> complete.add(it.key()));
        return new ReadResult.DeferredEvents(deferredEvents.events(), complete);
    }

    @Override
    public RecordResult record(Incarnation owner, ProgressUpdate progressUpdate) throws SourceException {
        return log.record(
                owner,
                new ProgressUpdate(
                        expected(progressUpdate.expected()),
                        progressUpdate.revision(),
                        withFault(progressUpdate.feedState()),
                        changes(progressUpdate.changes()),
                        progressUpdate.counts()));
    }

    private ProgressVersion expected(ProgressVersion progressVersion) {
        return fault == Fault.DOES_NOT_KNOW_ITS_OWN_WRITE
                ? new ProgressVersion(progressVersion.confirmed(), progressVersion.confirmed())
                : progressVersion;
    }

    private ProgressUpdate.FeedState withFault(ProgressUpdate.FeedState feedState) {
        Cursor cursor = feedState.cursor();
        Cursor changed = switch (fault) {
            case HORIZON_TOO_EARLY -> new Cursor(cursor.position(), read.xid() + 1);
            case POSITION_TOO_EARLY ->
                new Cursor(Math.max(cursor.position(), read.head()), cursor.horizon(), cursor.offset());
            default -> cursor;
        };
        boolean forgets = fault == Fault.FORGETS_WHAT_IS_DONE_AHEAD;
        return new ProgressUpdate.FeedState(
                changed, forgets ? List.of() : feedState.settledBeyondCursor(), feedState.failure());
    }

    private ProgressUpdate.RowChanges changes(ProgressUpdate.RowChanges rowChanges) {
        return new ProgressUpdate.RowChanges(
                fault == Fault.FORGETS_DEFERRED_GROUPS ? List.of() : rowChanges.deferredGroups(),
                fault == Fault.KEEPS_DEFERRED_GROUPS ? List.of() : rowChanges.removed(),
                fault == Fault.FORGETS_DEAD_LETTERS ? List.of() : rowChanges.deadLetters(),
                rowChanges.replayed(),
                rowChanges.answeredSuspects());
    }

    @Override
    public List<ReplayRequest> replays(Incarnation owner) throws SourceException {
        return log.replays(owner);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions, boolean alone) throws SourceException {
        return log.markInFlight(owner, positions, alone);
    }

    @Override
    public void endAlone(Incarnation owner, long position) throws SourceException {
        log.endAlone(owner, position);
    }

    @Override
    public void leave(Incarnation owner) throws SourceException {
        log.leave(owner);
    }

    @Override
    public void close() {
        log.close();
    }
}

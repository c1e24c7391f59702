package dev.signalbox.testkit.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.Cursor;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.Opening;
import dev.signalbox.core.log.Progress;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Recording;
import dev.signalbox.core.log.Replay;
import dev.signalbox.core.log.SidingKey;
import dev.signalbox.core.log.Version;
import dev.signalbox.core.log.Wanted;
import dev.signalbox.core.source.SourceException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A log that breaks one rule. */
final class PlantedLog implements EventLog {
    enum Fault {
        /** As if the cursor was a position alone. */
        PASSES_OVER_LATE_EVENTS,
        /** The horizon goes on although late events are outstanding. */
        HORIZON_TOO_EARLY,
        /** The position goes on although events before it are outstanding. */
        POSITION_TOO_EARLY,
        /** A group goes back to the main line while some of it still waits. */
        UNPARKS_TOO_EARLY,
        FORGETS_PARKED_ROWS,
        KEEPS_PARKED_ROWS,
        FORGETS_WHAT_IS_DONE_AHEAD,
        FORGETS_DEAD_LETTERS,
        /** A write whose answer was lost looks like somebody else's. */
        DOES_NOT_KNOW_ITS_OWN_WRITE
    }

    private final EventLog log;
    private final Fault fault;
    private Reach read = new Reach(0, 0);

    PlantedLog(EventLog log, Fault fault) {
        this.log = log;
        this.fault = fault;
    }

    @Override
    public Opening open(Incarnation owner) throws SourceException {
        return log.open(owner);
    }

    @Override
    public Reading read(Incarnation owner, Version version, Reach reach, Limits limits) throws SourceException {
        Reading reading = log.read(owner, version, reach, limits);
        if (!(reading instanceof Reading.Page page)) {
            return reading;
        }
        read = page.reach();
        if (fault == Fault.PASSES_OVER_LATE_EVENTS) {
            return new Reading.Page(List.of(), page.ahead(), page.reach(), page.more());
        }
        return page;
    }

    @Override
    public Reading fetch(Incarnation owner, Version version, Reach reach, List<Wanted> wanted, Limits limits)
            throws SourceException {
        Reading reading = log.fetch(owner, version, reach, wanted, limits);
        if (fault != Fault.UNPARKS_TOO_EARLY || !(reading instanceof Reading.Sidings sidings)) {
            return reading;
        }
        Set<SidingKey> complete = new HashSet<>(sidings.complete());
        sidings.events().forEach(it -> complete.add(it.key()));
        return new Reading.Sidings(sidings.events(), complete);
    }

    @Override
    public Recording record(Incarnation owner, Progress progress) throws SourceException {
        return log.record(
                owner,
                new Progress(
                        expected(progress.expected()),
                        progress.revision(),
                        standing(progress.standing()),
                        changes(progress.changes()),
                        progress.tally()));
    }

    private Version expected(Version version) {
        return fault == Fault.DOES_NOT_KNOW_ITS_OWN_WRITE
                ? new Version(version.confirmed(), version.confirmed())
                : version;
    }

    private Progress.Standing standing(Progress.Standing standing) {
        Cursor cursor = standing.cursor();
        Cursor changed = switch (fault) {
            case HORIZON_TOO_EARLY -> new Cursor(cursor.position(), read.xid() + 1);
            case POSITION_TOO_EARLY ->
                new Cursor(Math.max(cursor.position(), read.head()), cursor.horizon(), cursor.offset());
            default -> cursor;
        };
        boolean forgets = fault == Fault.FORGETS_WHAT_IS_DONE_AHEAD;
        return new Progress.Standing(changed, forgets ? List.of() : standing.ahead(), standing.failure());
    }

    private Progress.Changes changes(Progress.Changes changes) {
        return new Progress.Changes(
                fault == Fault.FORGETS_PARKED_ROWS ? List.of() : changes.parked(),
                fault == Fault.KEEPS_PARKED_ROWS ? List.of() : changes.removed(),
                fault == Fault.FORGETS_DEAD_LETTERS ? List.of() : changes.deadLetters(),
                changes.replayed(),
                changes.landed());
    }

    @Override
    public List<Replay> replays(Incarnation owner) throws SourceException {
        return log.replays(owner);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<Long> positions) throws SourceException {
        return log.markInFlight(owner, positions);
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

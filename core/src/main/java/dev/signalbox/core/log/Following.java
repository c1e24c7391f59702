package dev.signalbox.core.log;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One owner following a log: asks the database, and tells the track what came. One call at a time, but that verdicts do not
 * wait for a read of the main line.
 */
final class Following {
    private record State(Track track, Ledger ledger) {}

    /** A read of the main line, and what it began with. */
    private record Round(State state, Version version, Reach reach, EventLog.Limits limits) {}

    private final EventLog log;
    private final FollowerSettings settings;
    private final Incarnation owner;
    /** Null before the progress was opened, and when what was known of it is worth nothing any more. */
    private @Nullable State state;

    private boolean sidingsNext;
    /** Whether the main line is being read: two reads would bring the same events. */
    private boolean reading;

    private long claims;
    /** How many events operators have brought back since that was last told. A write that fails takes none of it back. */
    private int broughtBack;

    Following(EventLog log, FollowerSettings settings, Incarnation owner) {
        this.log = log;
        this.settings = settings;
        this.owner = owner;
    }

    synchronized void forget() {
        state = null;
    }

    private @Nullable State opened() throws SourceException {
        if (state == null) {
            state = switch (log.open(owner)) {
                case Opening.Opened opened -> new State(new Track(settings, opened), new Ledger(opened));
                case Opening.Fenced() -> null;
            };
        }
        return state;
    }

    /**
     * Reads either the main line or sidings, in turn, if both have something to give. While the main line is read verdicts
     * may be recorded: they change what waits, and nothing that the read began with.
     */
    Claimed claim(ClaimRequest request) throws SourceException {
        Round round;
        synchronized (this) {
            State now = request.shards().contains(settings.shard()) && !reading ? opened() : null;
            if (now == null) {
                return Claimed.NOTHING;
            }
            List<Wanted> wanted = now.track().wanted(request);
            int room = now.track().room(request);
            if (!wanted.isEmpty() && (sidingsNext || room == 0)) {
                sidingsNext = false;
                return readSidings(now, wanted, request);
            }
            if (room == 0) {
                return Claimed.NOTHING;
            }
            sidingsNext = true;
            reading = true;
            var limits = new EventLog.Limits(room, request.bytes());
            round = new Round(now, now.ledger().version(), now.track().reach(), limits);
        }
        Reading read = null;
        try {
            read = log.read(owner, round.version(), round.reach(), round.limits());
        } finally {
            if (read == null) {
                endReading();
            }
        }
        return arrive(round, read, request);
    }

    private synchronized void endReading() {
        reading = false;
    }

    private Claimed readSidings(State now, List<Wanted> wanted, ClaimRequest request) throws SourceException {
        var limits = new EventLog.Limits(request.messages(), request.bytes());
        Version version = now.ledger().version();
        return take(now, version, log.fetch(owner, version, now.track().reach(), wanted, limits), request, wanted);
    }

    private synchronized Claimed arrive(Round round, Reading read, ClaimRequest request) {
        reading = false;
        if (!round.state().equals(state)) {
            return new Claimed(List.of(), true);
        }
        return take(round.state(), round.version(), read, request, List.of());
    }

    private Claimed take(State now, Version version, Reading read, ClaimRequest request, List<Wanted> wanted) {
        return switch (read) {
            case Reading.Page page -> now.track().arrive(page, request, claims++);
            case Reading.Sidings sidings -> now.track().arrive(sidings, wanted, claims++);
            case Reading.Paused() -> Claimed.NOTHING;
            // It may be a write of our own that was seen, if there was one since.
            case Reading.Moved() when !version.equals(now.ledger().version()) -> new Claimed(List.of(), true);
            case Reading.Moved() -> startOver(true);
            case Reading.Fenced() -> startOver(false);
        };
    }

    private Claimed startOver(boolean more) {
        state = null;
        return new Claimed(List.of(), more);
    }

    synchronized Settled settle(List<Settlement> settlements) throws SourceException {
        State now = state;
        if (now == null) {
            return Settled.NOTHING;
        }
        List<Settlement> ours = new ArrayList<>();
        boolean judged = false;
        for (Settlement settlement : settlements) {
            if (now.track().judge(settlement)) {
                ours.add(settlement);
                judged |= !(settlement.verdict() instanceof Verdict.Release);
            }
        }
        if (ours.isEmpty() || !write(now, judged)) {
            return Settled.NOTHING;
        }
        now.track().verdicts().letGo(ours);
        Set<String> recorded = new HashSet<>();
        ours.forEach(settlement -> recorded.add(settlement.message().id()));
        return Settled.all(recorded);
    }

    synchronized boolean markInFlight(List<Long> positions) throws SourceException {
        State now = state;
        if (now == null || !log.markInFlight(owner, positions)) {
            return false;
        }
        positions.forEach(now.track().doubts()::marked);
        return true;
    }

    /** Writes the progress if there is something to write, and says whether this is still ours. */
    private boolean write(State now, boolean always) throws SourceException {
        Progress progress = now.ledger().next(now.track());
        if (!always && !now.ledger().isWorthWriting(progress)) {
            return true;
        }
        now.ledger().attempted(progress);
        if (log.record(owner, progress) != Recording.RECORDED) {
            state = null;
            return false;
        }
        now.ledger().recorded(progress);
        now.track().sidings().written();
        now.track().verdicts().written();
        now.track().doubts().written();
        return true;
    }

    /**
     * Takes in what operators want, and writes how far events of no topic have brought the cursor. Does not open the progress:
     * only a claim says that the pair is ours, and a node that shares the log with others is asked to recover all pairs.
     *
     * @return how many events are to be tried again
     */
    synchronized int recover() throws SourceException {
        State now = state;
        // What is not written yet would look as if it was still wanted.
        if (now != null && write(now, false)) {
            for (Replay replay : log.replays(owner)) {
                broughtBack += now.track().verdicts().replay(replay) ? 1 : 0;
            }
            write(now, false);
        }
        int told = broughtBack;
        broughtBack = 0;
        return told;
    }
}

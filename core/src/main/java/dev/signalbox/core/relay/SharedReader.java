package dev.signalbox.core.relay;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogReader;
import dev.signalbox.core.log.Reach;
import dev.signalbox.core.log.Reading;
import dev.signalbox.core.log.Stretch;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log once for all pairs of a node that stand at the same place. What was read is kept until the last of them has
 * passed it, as far as memory allows. A pair that finds nothing there looks itself, or waits for a look that begins after
 * it has asked.
 */
public final class SharedReader {
    private static final int MOST_KEPT = 64;
    /** How many pages a pair may be behind the others for what they have read to be kept for it. */
    private static final int NEAR = 8;

    private final LogReader log;
    private final Settings settings;
    private final Executor ahead;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final List<Reach> flights = new ArrayList<>();
    /** Where each pair was served last. */
    private final Map<Object, Reach> places = new HashMap<>();
    /** Where nothing was left. */
    private @Nullable Reach exhausted;

    private long keptBytes;
    private long time;

    /**
     * How much is read and kept.
     *
     * @param page how many events one read brings, and how many bytes of them
     * @param memory how many bytes are kept for pairs that follow
     * @param reads how many reads may be under way at once
     */
    public record Settings(EventLog.Limits page, long memory, int reads) {
        public static final Settings DEFAULT = new Settings(new EventLog.Limits(1_000, 8L << 20), 32L << 20, 2);
    }

    /** @param begun when its read began, by the reader's own count */
    private record Kept(Stretch stretch, long begun, long bytes) {}

    /** @param ahead reads on while what was read is being delivered; it may also do nothing */
    public SharedReader(LogReader log, Settings settings, Executor ahead) {
        this.log = log;
        this.settings = settings;
        this.ahead = ahead;
    }

    /** Reads only when a pair asks. */
    public SharedReader(LogReader log, Settings settings) {
        this(log, settings, _ -> {});
    }

    /**
     * Reads on for one pair.
     *
     * @param pair whose place is remembered
     * @param topic gives the event as the pair sees it, null for one that is not of its topic
     * @return null if the log has never come so far: it is not the one that the reach was reached in
     */
    public Reading.@Nullable Page read(
            Object pair, Reach reach, EventLog.Limits limits, Function<LogEvent, @Nullable LogEvent> topic)
            throws SourceException {
        lock.lock();
        try {
            places.put(pair, reach);
            long asked = ++time;
            boolean alone = false;
            while (true) {
                Kept found = find(reach, asked);
                if (found != null) {
                    // What was read before the pair asked is not all that there is by now.
                    readAhead(found.stretch());
                    return serve(pair, found.stretch().view(reach, limits, topic), found.begun() <= asked);
                }
                if (alone) {
                    return null;
                }
                if (flights.size() == settings.reads() || flights.stream().anyMatch(it -> mayServe(it, reach))) {
                    changed.awaitUninterruptibly();
                } else {
                    alone = !readTogether(reach, asked) && readNow(reach);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whoever comes to the end of a page finds the next one, if it was known that there is more. */
    private void readAhead(Stretch stretch) {
        Reach from = stretch.to();
        if (stretch.more() && isWorthReading(from)) {
            ahead.execute(() -> {
                lock.lock();
                try {
                    if (isWorthReading(from)) {
                        readNow(from);
                    }
                } catch (SourceException e) {
                    // Whoever needs it reads it again, and is told what is wrong.
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            });
        }
    }

    private boolean isWorthReading(Reach from) {
        return keptBytes < settings.memory()
                && flights.size() < settings.reads()
                && flights.stream().noneMatch(it -> it.head() >= from.head())
                && kept.stream().noneMatch(it -> it.stretch().to().head() > from.head());
    }

    /** This pair reads no more. */
    public void forget(Object pair) {
        lock.lock();
        try {
            places.remove(pair);
            dropPassed();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The stretch that leads furthest. One with nothing new for the pair is an answer only if it was read after the pair had
     * asked.
     */
    private @Nullable Kept find(Reach reach, long asked) {
        Kept best = null;
        for (Kept each : kept) {
            boolean further = best == null
                    || each.stretch().to().head() >= best.stretch().to().head();
            if (further && each.stretch().answers(reach, each.begun() > asked)) {
                best = each;
            }
        }
        return best;
    }

    private Reading.Page serve(Object pair, Reading.Page page, boolean old) {
        places.put(pair, page.reach());
        dropPassed();
        return old ? new Reading.Page(page.late(), page.ahead(), page.reach(), true, page.heldBack()) : page;
    }

    private boolean mayServe(Reach flight, Reach reach) {
        return flight.head() <= reach.head()
                && reach.head() - flight.head() <= settings.page().messages()
                && flight.compareHorizon(reach) <= 0;
    }

    /** Reads for all that stand at the same head, if there are others, and says whether that is of use to this one. */
    private boolean readTogether(Reach reach, long asked) throws SourceException {
        Reach lowest = lowestAt(reach);
        return !lowest.equals(reach) && readNow(lowest) && find(reach, asked) != null;
    }

    private boolean readNow(Reach from) throws SourceException {
        boolean nothingLeft = from.equals(exhausted);
        long begun = ++time;
        flights.add(from);
        Stretch stretch = null;
        lock.unlock();
        try {
            stretch = log.read(from, nothingLeft, settings.page());
        } finally {
            lock.lock();
            flights.remove(from);
            if (stretch != null) {
                Stretch joining = leadingTo(stretch);
                keep(new Kept(joining, begun, joining.bytes()));
            }
            changed.signalAll();
        }
        return true;
    }

    /**
     * Who is a little behind the others must not come to what they have read with a newer horizon than that was read with, or it
     * could not be served from it: they would read everything twice from then on.
     */
    private Stretch leadingTo(Stretch read) {
        Reach oldest = null;
        for (Kept each : kept) {
            Reach next = each.stretch().from();
            boolean ahead = next.head() > read.from().head() && read.from().compareHorizon(next) <= 0;
            if (ahead && next.compareHorizon(read.to()) < 0 && (oldest == null || next.compareHorizon(oldest) < 0)) {
                oldest = next;
            }
        }
        return oldest == null ? read : read.asOf(oldest);
    }

    /** Pairs that stand at the same head but looked at different times come together again. */
    private Reach lowestAt(Reach reach) {
        Reach lowest = reach;
        for (Reach place : places.values()) {
            if (place.head() == reach.head() && place.compareHorizon(lowest) < 0) {
                lowest = place;
            }
        }
        return lowest;
    }

    private void keep(Kept fresh) {
        // An empty look is of use only to those who waited for it.
        List.copyOf(kept).stream().filter(it -> it.stretch().isEmpty()).forEach(this::drop);
        kept.addLast(fresh);
        keptBytes += fresh.bytes();
        if (!fresh.stretch().more()) {
            exhausted = fresh.stretch().to();
        }
        while (kept.size() > 1 && (keptBytes > settings.memory() || kept.size() > MOST_KEPT)) {
            drop(kept.getFirst());
        }
    }

    private void drop(Kept old) {
        kept.remove(old);
        keptBytes -= old.bytes();
    }

    /** Keeps what some pair comes to from where it is: from one stretch to the next, or after a few reads of its own. */
    private void dropPassed() {
        List<Reach> ways = new ArrayList<>(places.values());
        for (Kept each : List.copyOf(kept)) {
            Stretch stretch = each.stretch();
            if (ways.stream().anyMatch(it -> stretch.covers(it) && stretch.hasNewsFor(it))) {
                ways.add(stretch.to());
            } else if (ways.stream().noneMatch(it -> isNear(it, stretch.from()))
                    && each.begun() != kept.getLast().begun()) {
                drop(each);
            }
        }
    }

    private boolean isNear(Reach place, Reach next) {
        long distance = next.head() - place.head();
        return distance > 0 && distance <= (long) NEAR * settings.page().messages() && place.compareHorizon(next) <= 0;
    }
}

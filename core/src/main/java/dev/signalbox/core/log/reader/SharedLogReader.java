package dev.signalbox.core.log.reader;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogSegment;
import dev.signalbox.core.log.ReadPosition;
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
 * Reads a log once for all feeds of a node that stand near each other. A segment is kept until the last of them has
 * passed it, as far as memory allows. A feed that finds nothing there reads itself, or waits for a read that begins
 * after it asked.
 */
public final class SharedLogReader {
    private static final int MOST_KEPT = 64;
    /** How many pages a feed may be behind the others for their segments to be kept for it. */
    private static final int NEAR = 8;

    private final LogReader log;
    private final Settings settings;
    private final Executor ahead;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<CachedSegment> cachedSegments = new ArrayDeque<>();
    private final List<ReadPosition> readsUnderWay = new ArrayList<>();
    /** Where each feed was served last. */
    private final Map<Object, ReadPosition> positions = new HashMap<>();
    /** Where nothing was left. */
    private @Nullable ReadPosition exhausted;

    private long keptBytes;
    private long time;
    /** Reads that began before this time belong to another history of the log. */
    private long historyBegan;

    /** How much one read returns, how many bytes are kept for feeds that follow, and how many reads run at once. */
    public record Settings(EventLog.Limits page, long memory, int reads) {
        public static final Settings DEFAULT = new Settings(new EventLog.Limits(1_000, 8L << 20), 32L << 20, 2);
    }

    /** @param begun when its read began, by the reader's own count */
    private record CachedSegment(LogSegment segment, long begun, long bytes) {}

    /** @param ahead reads on while earlier events are being delivered; it may also do nothing */
    public SharedLogReader(LogReader log, Settings settings, Executor ahead) {
        this.log = log;
        this.settings = settings;
        this.ahead = ahead;
    }

    /**
     * Reads on for one feed, and remembers its position.
     *
     * @param topic returns the event as the feed sees it, null for one of other topics
     * @return null if the log is shorter than the read position: it is not the log that the position belongs to
     */
    public ReadResult.@Nullable Page read(
            Object feed,
            ReadPosition readPosition,
            EventLog.Limits limits,
            Function<LogEvent, @Nullable LogEvent> topic)
            throws SourceException {
        lock.lock();
        try {
            positions.put(feed, readPosition);
            long asked = ++time;
            boolean alone = false;
            while (true) {
                CachedSegment found = find(readPosition, asked);
                if (found != null) {
                    // A segment read before the feed asked may miss newer events.
                    readAhead(found.segment());
                    return serve(feed, found.segment().view(readPosition, limits, topic), found.begun() <= asked);
                }
                if (alone) {
                    return null;
                }
                if (readsUnderWay.size() == settings.reads()
                        || readsUnderWay.stream().anyMatch(it -> mayServe(it, readPosition))) {
                    changed.awaitUninterruptibly();
                } else {
                    alone = !readTogether(readPosition, asked) && readNow(readPosition);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** A feed that reaches the end of a page finds the next one, if there was more. */
    private void readAhead(LogSegment logSegment) {
        ReadPosition from = logSegment.to();
        if (logSegment.more() && isWorthReading(from)) {
            ahead.execute(() -> {
                lock.lock();
                try {
                    if (isWorthReading(from)) {
                        readNow(from);
                    }
                } catch (SourceException e) {
                    // The feed that needs it reads it again, and gets the error.
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            });
        }
    }

    private boolean isWorthReading(ReadPosition from) {
        return keptBytes < settings.memory()
                && readsUnderWay.size() < settings.reads()
                && readsUnderWay.stream().noneMatch(it -> it.head() >= from.head())
                && cachedSegments.stream().noneMatch(it -> it.segment().to().head() > from.head());
    }

    /** The log goes on in another history: what was read so far, and what is being read, counts no more. */
    public void startOver() {
        lock.lock();
        try {
            historyBegan = ++time;
            cachedSegments.clear();
            positions.clear();
            keptBytes = 0;
            exhausted = null;
        } finally {
            lock.unlock();
        }
    }

    /** This feed reads no more. */
    public void forget(Object feed) {
        lock.lock();
        try {
            positions.remove(feed);
            dropPassed();
        } finally {
            lock.unlock();
        }
    }

    /** The segment that leads furthest; one with nothing new is an answer only if read after the feed asked. */
    private @Nullable CachedSegment find(ReadPosition readPosition, long asked) {
        CachedSegment best = null;
        for (CachedSegment each : cachedSegments) {
            boolean further = best == null
                    || each.segment().to().head() >= best.segment().to().head();
            if (further && each.segment().answers(readPosition, each.begun() > asked)) {
                best = each;
            }
        }
        return best;
    }

    private ReadResult.Page serve(Object feed, ReadResult.Page page, boolean old) {
        positions.put(feed, page.readPosition());
        dropPassed();
        return old ? new ReadResult.Page(page.late(), page.ahead(), page.readPosition(), true, page.heldBack()) : page;
    }

    private boolean mayServe(ReadPosition flight, ReadPosition readPosition) {
        return flight.head() <= readPosition.head()
                && readPosition.head() - flight.head() <= settings.page().messages()
                && flight.compareHorizon(readPosition) <= 0;
    }

    /** Reads for all feeds at the same head, if there are others, and returns whether that helps this one. */
    private boolean readTogether(ReadPosition readPosition, long asked) throws SourceException {
        ReadPosition lowest = lowestAt(readPosition);
        return !lowest.equals(readPosition) && readNow(lowest) && find(readPosition, asked) != null;
    }

    private boolean readNow(ReadPosition from) throws SourceException {
        boolean nothingLeft = from.equals(exhausted);
        long begun = ++time;
        readsUnderWay.add(from);
        LogSegment logSegment = null;
        lock.unlock();
        try {
            logSegment = log.read(from, nothingLeft, settings.page());
        } finally {
            lock.lock();
            readsUnderWay.remove(from);
            if (logSegment != null && begun > historyBegan) {
                LogSegment joining = leadingTo(logSegment);
                keep(new CachedSegment(joining, begun, joining.bytes()));
            }
            changed.signalAll();
        }
        return true;
    }

    /**
     * A feed that is a little behind the others must not reach their segments with a newer horizon than theirs, or it
     * could not be served from them: they would read everything twice from then on.
     */
    private LogSegment leadingTo(LogSegment read) {
        ReadPosition oldest = null;
        for (CachedSegment each : cachedSegments) {
            ReadPosition next = each.segment().from();
            boolean ahead = next.head() > read.from().head() && read.from().compareHorizon(next) <= 0;
            if (ahead && next.compareHorizon(read.to()) < 0 && (oldest == null || next.compareHorizon(oldest) < 0)) {
                oldest = next;
            }
        }
        return oldest == null ? read : read.asOf(oldest);
    }

    /** Feeds at the same head that read at different times share segments again. */
    private ReadPosition lowestAt(ReadPosition readPosition) {
        ReadPosition lowest = readPosition;
        for (ReadPosition place : positions.values()) {
            if (place.head() == readPosition.head() && place.compareHorizon(lowest) < 0) {
                lowest = place;
            }
        }
        return lowest;
    }

    private void keep(CachedSegment fresh) {
        // An empty read only helps feeds that waited for it.
        List.copyOf(cachedSegments).stream()
                .filter(it -> it.segment().isEmpty())
                .forEach(this::drop);
        cachedSegments.addLast(fresh);
        keptBytes += fresh.bytes();
        if (!fresh.segment().more()) {
            exhausted = fresh.segment().to();
        }
        while (cachedSegments.size() > 1 && (keptBytes > settings.memory() || cachedSegments.size() > MOST_KEPT)) {
            drop(cachedSegments.getFirst());
        }
    }

    private void drop(CachedSegment old) {
        cachedSegments.remove(old);
        keptBytes -= old.bytes();
    }

    /** Keeps the segments that some feed can reach, from segment to segment or after a few reads. */
    private void dropPassed() {
        List<ReadPosition> ways = new ArrayList<>(positions.values());
        for (CachedSegment each : List.copyOf(cachedSegments)) {
            LogSegment logSegment = each.segment();
            if (ways.stream().anyMatch(it -> logSegment.covers(it) && logSegment.hasNewsFor(it))) {
                ways.add(logSegment.to());
            } else if (ways.stream().noneMatch(it -> isNear(it, logSegment.from()))
                    && each.begun() != cachedSegments.getLast().begun()) {
                drop(each);
            }
        }
    }

    private boolean isNear(ReadPosition place, ReadPosition next) {
        long distance = next.head() - place.head();
        return distance > 0 && distance <= (long) NEAR * settings.page().messages() && place.compareHorizon(next) <= 0;
    }

    /** Reads a log, for all topics. */
    public interface LogReader {
        /**
         * Reads on as {@link EventLog#read} does, events of all topics.
         *
         * @param exhausted nothing was left here, and is still not while its transaction is the lowest open one
         */
        LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) throws SourceException;
    }
}

package dev.signalbox.core.log;

import dev.signalbox.core.log.EventLog.ReadResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a log as one read returned it: every safe event between two read positions. It serves a feed anywhere
 * between them as if the feed had made this read itself.
 *
 * @param late events up to the head of {@code from}, by transaction and position
 * @param ahead events behind it, by position
 * @param more whether a limit cut it short
 * @param heldBack whether events may be waiting for a transaction that is still open
 */
public record LogSegment(
        ReadPosition from, List<LogEvent> late, List<LogEvent> ahead, ReadPosition to, boolean more, boolean heldBack) {
    private static final Comparator<LogEvent> BY_TRANSACTION =
            Comparator.comparingLong(LogEvent::xid).thenComparingLong(LogEvent::position);

    public LogSegment {
        late = List.copyOf(late);
        ahead = List.copyOf(ahead);
    }

    /** Whether it has every event that is beyond this read position and not beyond the segment's end. */
    public boolean covers(ReadPosition readPosition) {
        return from.head() <= readPosition.head()
                && readPosition.head() <= to.head()
                && from.compareHorizon(readPosition) <= 0
                && readPosition.compareHorizon(to) <= 0;
    }

    /** Whether it advances a feed that it covers. */
    public boolean hasNewsFor(ReadPosition readPosition) {
        return to.head() > readPosition.head() || (!late.isEmpty() && readPosition.compareHorizon(to) < 0);
    }

    /**
     * Whether a feed at this read position can be served from it.
     *
     * @param recent read after the feed asked: finding nothing new is an answer too, unless there is more right behind it
     */
    public boolean answers(ReadPosition readPosition, boolean recent) {
        return covers(readPosition) && (hasNewsFor(readPosition) || (recent && !(more && readPosition.equals(to))));
    }

    /**
     * The same as if read with the horizon of that read position: events of later transactions are left for the next
     * read. It stays as it is if no event ahead would be left, or if a late event had to be left: with that horizon nothing
     * ahead may be handed out before it.
     */
    public LogSegment asOf(ReadPosition earlier) {
        int safe = 0;
        while (safe < ahead.size() && ahead.get(safe).xid() < earlier.xid()) {
            safe++;
        }
        boolean isOlder = from.compareHorizon(earlier) <= 0 && earlier.compareHorizon(to) < 0;
        boolean leavesLate = late.stream().anyMatch(event -> event.xid() >= earlier.xid());
        if (safe == 0 || leavesLate || !isOlder || earlier.offset() != ReadPosition.NOTHING) {
            return this;
        }
        long head = ahead.get(safe - 1).position();
        return new LogSegment(
                from, late, ahead.subList(0, safe), new ReadPosition(head, earlier.xid()), true, heldBack);
    }

    public boolean isEmpty() {
        return late.isEmpty() && to.head() == from.head();
    }

    /** The events for a feed at this read position, as its topic sees them; null for one of other topics. */
    public ReadResult.Page view(
            ReadPosition readPosition, EventLog.Limits limits, Function<LogEvent, @Nullable LogEvent> topic) {
        LimitedEvents lateOnes = new LimitedEvents(limits, topic);
        for (LogEvent event : lateFor(readPosition)) {
            if (!lateOnes.take(event)) {
                ReadPosition cut = new ReadPosition(
                        readPosition.head(), lateOnes.xid(readPosition), lateOnes.position(readPosition.offset()));
                return new ReadResult.Page(lateOnes.taken, List.of(), cut, true, false);
            }
        }
        LimitedEvents others = lateOnes.next();
        for (int i = firstBehind(readPosition.head()); i < ahead.size(); i++) {
            if (!others.take(ahead.get(i))) {
                ReadPosition cut = new ReadPosition(others.position(readPosition.head()), to.xid(), to.offset());
                return new ReadResult.Page(lateOnes.taken, others.taken, cut, true, false);
            }
        }
        return new ReadResult.Page(lateOnes.taken, others.taken, to, more, heldBack);
    }

    /** An event that is ahead for the segment may be late for a feed that has read past it. */
    private List<LogEvent> lateFor(ReadPosition readPosition) {
        int passed = firstBehind(readPosition.head());
        if (late.isEmpty() && (passed == 0 || readPosition.compareHorizon(to) == 0)) {
            return List.of();
        }
        List<LogEvent> found = new ArrayList<>(late);
        found.addAll(ahead.subList(0, passed));
        found.removeIf(event -> readPosition.contains(event.position(), event.xid()));
        if (passed > 0) {
            found.sort(BY_TRANSACTION);
        }
        return found;
    }

    private int firstBehind(long head) {
        int low = 0;
        int high = ahead.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ahead.get(middle).position() <= head) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The bytes that it keeps in memory. */
    public long bytes() {
        long bytes = 0;
        for (LogEvent event : late) {
            bytes += event.heldBytes();
        }
        for (LogEvent event : ahead) {
            bytes += event.heldBytes();
        }
        return bytes;
    }

    /** Takes events one after the other until a limit is reached. */
    private static final class LimitedEvents {
        final List<LogEvent> taken = new ArrayList<>();
        private final Function<LogEvent, @Nullable LogEvent> topic;
        private int room;
        private long bytes;
        private boolean first = true;
        private @Nullable LogEvent last;

        LimitedEvents(EventLog.Limits limits, Function<LogEvent, @Nullable LogEvent> topic) {
            this.topic = topic;
            this.room = limits.messages();
            this.bytes = limits.bytes();
        }

        /** The same limits continue for other events. */
        LimitedEvents next() {
            LimitedEvents next = new LimitedEvents(new EventLog.Limits(room, bytes), topic);
            next.first = first;
            return next;
        }

        boolean take(LogEvent event) {
            LogEvent seen = topic.apply(event);
            if (seen != null) {
                long size = event.payload().size() + event.textBytes();
                if (room == 0 || (size > bytes && !first)) {
                    return false;
                }
                first = false;
                room--;
                bytes -= size;
                taken.add(seen);
            }
            last = event;
            return true;
        }

        long position(long otherwise) {
            return last == null ? otherwise : last.position();
        }

        long xid(ReadPosition otherwise) {
            return last == null ? otherwise.xid() : last.xid();
        }
    }
}

package dev.signalbox.core.log;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a log as one read has brought it: every safe event between two reaches. A pair that stands anywhere between
 * them is served from it as if it had made this read itself.
 *
 * @param late events up to the head of {@code from}, by transaction and position
 * @param ahead events behind it, by position
 * @param more whether a limit cut it short
 * @param heldBack whether events may be waiting for a transaction that is still open
 */
public record Stretch(Reach from, List<LogEvent> late, List<LogEvent> ahead, Reach to, boolean more, boolean heldBack) {
    private static final Comparator<LogEvent> BY_TRANSACTION =
            Comparator.comparingLong(LogEvent::xid).thenComparingLong(LogEvent::position);

    public Stretch {
        late = List.copyOf(late);
        ahead = List.copyOf(ahead);
    }

    /** Whether everything is here that is beyond this reach and not beyond the end of the stretch. */
    public boolean covers(Reach reach) {
        return from.head() <= reach.head()
                && reach.head() <= to.head()
                && from.compareHorizon(reach) <= 0
                && reach.compareHorizon(to) <= 0;
    }

    /** Whether a pair that it covers would see something of it. */
    public boolean hasNewsFor(Reach reach) {
        return to.head() > reach.head() || (!late.isEmpty() && reach.compareHorizon(to) < 0);
    }

    /**
     * Whether a pair at this reach can be served from it.
     *
     * @param recent whether it was read after the pair had asked, so that finding nothing new is an answer too; but not if
     *     there is more right behind it
     */
    public boolean answers(Reach reach, boolean recent) {
        return covers(reach) && (hasNewsFor(reach) || (recent && !(more && reach.equals(to))));
    }

    /**
     * The same as if it had been read when the horizon was where it was for that reach: events of later transactions are left for
     * the next read. It stays as it is if nothing of what is ahead would be left of it.
     */
    public Stretch asOf(Reach earlier) {
        int safe = 0;
        while (safe < ahead.size() && ahead.get(safe).xid() < earlier.xid()) {
            safe++;
        }
        boolean isOlder = from.compareHorizon(earlier) <= 0 && earlier.compareHorizon(to) < 0;
        if (safe == 0 || !isOlder || earlier.offset() != Reach.NOTHING) {
            return this;
        }
        List<LogEvent> before =
                late.stream().filter(event -> event.xid() < earlier.xid()).toList();
        long head = ahead.get(safe - 1).position();
        return new Stretch(from, before, ahead.subList(0, safe), new Reach(head, earlier.xid()), true, heldBack);
    }

    public boolean isEmpty() {
        return late.isEmpty() && to.head() == from.head();
    }

    /**
     * What a pair at this reach gets.
     *
     * @param topic gives the event as the pair sees it, null for one that is not of its topic
     */
    public Reading.Page view(Reach reach, EventLog.Limits limits, Function<LogEvent, @Nullable LogEvent> topic) {
        Portion lateOnes = new Portion(limits, topic);
        for (LogEvent event : lateFor(reach)) {
            if (!lateOnes.take(event)) {
                Reach cut = new Reach(reach.head(), lateOnes.xid(reach), lateOnes.position(reach.offset()));
                return new Reading.Page(lateOnes.taken, List.of(), cut, true);
            }
        }
        Portion others = lateOnes.next();
        for (int i = firstBehind(reach.head()); i < ahead.size(); i++) {
            if (!others.take(ahead.get(i))) {
                Reach cut = new Reach(others.position(reach.head()), to.xid(), to.offset());
                return new Reading.Page(lateOnes.taken, others.taken, cut, true);
            }
        }
        return new Reading.Page(lateOnes.taken, others.taken, to, more, heldBack);
    }

    /** What is ahead for the stretch may be late for a pair that has gone past it. */
    private List<LogEvent> lateFor(Reach reach) {
        int passed = firstBehind(reach.head());
        if (late.isEmpty() && (passed == 0 || reach.compareHorizon(to) == 0)) {
            return List.of();
        }
        List<LogEvent> found = new ArrayList<>(late);
        found.addAll(ahead.subList(0, passed));
        found.removeIf(event -> reach.contains(event.position(), event.xid()));
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

    /** As many bytes as it keeps in memory. */
    public long bytes() {
        long bytes = 0;
        for (LogEvent event : late) {
            bytes += event.payload().bytes().length;
        }
        for (LogEvent event : ahead) {
            bytes += event.payload().bytes().length;
        }
        return bytes;
    }

    /** Takes events one after the other until a limit is reached. */
    private static final class Portion {
        final List<LogEvent> taken = new ArrayList<>();
        private final Function<LogEvent, @Nullable LogEvent> topic;
        private int room;
        private long bytes;
        private boolean first = true;
        private @Nullable LogEvent last;

        Portion(EventLog.Limits limits, Function<LogEvent, @Nullable LogEvent> topic) {
            this.topic = topic;
            this.room = limits.messages();
            this.bytes = limits.bytes();
        }

        /** The same limits go on for other events. */
        Portion next() {
            Portion next = new Portion(new EventLog.Limits(room, bytes), topic);
            next.first = first;
            return next;
        }

        boolean take(LogEvent event) {
            LogEvent seen = topic.apply(event);
            if (seen != null) {
                long size = event.payload().size();
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

        long xid(Reach otherwise) {
            return last == null ? otherwise.xid() : last.xid();
        }
    }
}

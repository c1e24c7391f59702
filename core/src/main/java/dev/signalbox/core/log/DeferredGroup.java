package dev.signalbox.core.log;

import dev.signalbox.core.log.EventLog.DeferredGroupRead;
import dev.signalbox.core.log.EventLog.DeferredGroupRead.PositionRange;
import dev.signalbox.core.log.FeedTracker.ClaimedEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished events of one group, or one ungrouped event. Every event of the group up to the read position is done,
 * in flight, or waits here: as a straggler, or because its position is at or behind {@code from}.
 *
 * <p>Events wait when they fail or are released, and when they are read while others of the group are in flight or
 * wait. Stragglers are late events that came when {@code from} was behind them already; they always lie before it, and
 * go first.
 */
final class DeferredGroup {
    /**
     * The state of an event.
     *
     * @param late it was found below the head, so the cursor's position does not protect it from being lost
     * @param straggler whether it returns to the stragglers
     */
    record EventRef(long position, long xid, boolean late, boolean straggler) {}

    final DeferredGroupKey key;
    /** How many events the feed has read. */
    private final LongSupplier seen;
    /** How many it had read when an event began to wait here. */
    private long waitsSince;

    /** Whether it may differ from its row. */
    boolean touched;

    private boolean recorded;
    private long from = DeferredGroupRow.NOWHERE;
    private final NavigableMap<Long, EventRef> stragglers = new TreeMap<>();
    private final InFlightEvents inFlight = new InFlightEvents();
    /** Done although an earlier event is not. */
    private final NavigableSet<Long> done = new TreeSet<>();

    private final NavigableMap<Long, EventFailure> eventFailures = new TreeMap<>();
    /** The last claim that got events of this group, and how many. */
    private long claim = ClaimedEvents.NONE;

    private int claimed;

    DeferredGroup(DeferredGroupKey key, LongSupplier seen) {
        this.key = key;
        this.seen = seen;
    }

    static DeferredGroup of(DeferredGroupRow row, LongSupplier seen) {
        DeferredGroup deferredGroup = new DeferredGroup(row.key(), seen);
        deferredGroup.recorded = true;
        deferredGroup.from = row.from();
        row.stragglers().forEach(deferredGroup::addStraggler);
        deferredGroup.done.addAll(row.done());
        if (row.failure() != null) {
            deferredGroup.failed(row.failure());
        }
        return deferredGroup;
    }

    private void addStraggler(long position) {
        stragglers.put(position, new EventRef(position, 0, false, true));
    }

    /** From now on a row covers it, and the cursor need not wait. That ends only when nothing is left to do. */
    void record() {
        recorded = true;
    }

    boolean isRecorded() {
        return recorded;
    }

    /** An event that was read and cannot be sent now. */
    void add(EventRef eventRef) {
        beginToWait();
        if (key.isUngrouped() || (eventRef.late() && eventRef.position() < from)) {
            stragglers.put(eventRef.position(), eventRef);
        } else {
            beginRunAt(eventRef.position());
        }
    }

    /** An event behind {@code from} is read again together with its successors. */
    private void beginRunAt(long position) {
        from = Math.min(from, position);
        stragglers.tailMap(from, true).clear();
    }

    private void beginToWait() {
        if (waiting() == 0) {
            waitsSince = seen.getAsLong();
        }
    }

    /** How many events the feed had read when the oldest unfinished event of this group came. */
    long busySince() {
        long waits = waiting() == 0 ? seen.getAsLong() : waitsSince;
        InFlightEvents.InFlightEvent eldest = inFlight.firstOpen();
        return eldest == null ? waits : Math.min(waits, eldest.seen);
    }

    void handOut(EventRef eventRef, long claim) {
        inFlight.add(new InFlightEvents.InFlightEvent(eventRef, claim, seen.getAsLong()));
        claimed = this.claim == claim ? claimed + 1 : 1;
        this.claim = claim;
    }

    /** How many events this claim got of it. */
    int handedOut(long claim) {
        return this.claim == claim ? claimed : 0;
    }

    /**
     * Whether an event that was just read may be sent: nothing waits, and fewer than this are in flight. The dispatcher
     * keeps the order among those in flight, and releases all of them when it must release one.
     */
    boolean isOpen(int most) {
        return waiting() == 0 && inFlight.size() < most;
    }

    boolean isReady(long head) {
        return inFlight.isEmpty() && !isStopped() && !isBehind(head);
    }

    boolean isStopped() {
        return !eventFailures.isEmpty() && eventFailures.values().stream().anyMatch(EventFailure::stopped);
    }

    /** How much memory the waiting events take. */
    int waiting() {
        return stragglers.size() + (from == DeferredGroupRow.NOWHERE ? 0 : 1);
    }

    /** Whether all waiting events are behind the head. */
    boolean isBehind(long head) {
        return stragglers.isEmpty() && from > head;
    }

    /** Whether it can be removed. */
    boolean isIdle() {
        return inFlight.isEmpty() && waiting() == 0 && eventFailures.isEmpty();
    }

    DeferredGroupRead wanted(@Nullable String group, int limit) {
        List<Long> positions = stragglers.keySet().stream().limit(limit).toList();
        int left = limit - positions.size();
        return new DeferredGroupRead(
                key,
                positions,
                from == DeferredGroupRow.NOWHERE || left == 0 ? null : new PositionRange(group, from, left));
    }

    /** The requested events were read: hands them out, except those that are done already. */
    List<LogEvent> fetched(DeferredGroupRead deferredGroupRead, List<LogEvent> events, boolean complete, long claim) {
        List<LogEvent> out = new ArrayList<>();
        for (LogEvent event : events) {
            EventRef straggler = stragglers.remove(event.position());
            if (straggler == null) {
                from = event.position() + 1;
            }
            if (straggler != null || !done.contains(event.position())) {
                boolean late = straggler != null && straggler.late();
                handOut(new EventRef(event.position(), event.xid(), late, straggler != null), claim);
                out.add(event);
            }
        }
        if (complete) {
            // An event that was not found was deleted from the log.
            deferredGroupRead.positions().forEach(stragglers::remove);
            from = deferredGroupRead.range() == null ? from : DeferredGroupRow.NOWHERE;
        }
        return out;
    }

    /** Whether the verdict of this claim on the event is awaited, or known and not yet recorded. */
    boolean holds(long position, long claim) {
        InFlightEvents.InFlightEvent inFlightEvent = inFlight.get(position);
        return inFlightEvent != null && inFlightEvent.claim == claim;
    }

    boolean isJudged(long position) {
        InFlightEvents.InFlightEvent inFlightEvent = inFlight.get(position);
        return inFlightEvent != null && inFlightEvent.judged;
    }

    private @Nullable EventRef judge(long position) {
        InFlightEvents.InFlightEvent inFlightEvent = inFlight.get(position);
        if (inFlightEvent == null) {
            return null;
        }
        inFlightEvent.judged = true;
        return inFlightEvent.event;
    }

    /** The event is delivered or dead-lettered. */
    @Nullable
    EventRef done(long position) {
        EventRef eventRef = judge(position);
        if (!eventFailures.isEmpty()) {
            eventFailures.remove(position);
        }
        // Events usually end in order: then nothing before it is unfinished.
        if (runBegins() <= position) {
            done.add(position);
        }
        return eventRef;
    }

    /** The event was done before this group was deferred. */
    void passed(long position) {
        done.add(position);
    }

    void release(long position) {
        beginToWait();
        EventRef eventRef = judge(position);
        if (eventRef != null && eventRef.straggler() && position < from) {
            stragglers.put(position, eventRef);
        } else {
            beginRunAt(position);
        }
    }

    void failed(EventFailure eventFailure) {
        eventFailures.put(eventFailure.position(), eventFailure);
    }

    /** The verdict is recorded. */
    void letGo(long position) {
        inFlight.remove(position);
    }

    /** Retries the event that stopped the group, and returns whether it did stop it. */
    boolean resume(long position) {
        EventFailure eventFailure = eventFailures.get(position);
        return eventFailure != null && eventFailure.stopped() && eventFailures.remove(position, eventFailure);
    }

    /** Brings back a dead-lettered event. */
    void bringBack(long position) {
        done.remove(position);
        if (position < from) {
            beginToWait();
            addStraggler(position);
        }
    }

    boolean owes(long position) {
        InFlightEvents.InFlightEvent inFlightEvent = inFlight.get(position);
        boolean inFlight = inFlightEvent != null && !inFlightEvent.judged;
        boolean inRun = position >= from && !done.contains(position);
        return inFlight || inRun || (!stragglers.isEmpty() && stragglers.containsKey(position));
    }

    int attempts(long position) {
        EventFailure eventFailure = eventFailures.isEmpty() ? null : eventFailures.get(position);
        return eventFailure == null ? 0 : eventFailure.attempts();
    }

    @Nullable
    EventFailure firstFailure() {
        return eventFailures.isEmpty() ? null : eventFailures.firstEntry().getValue();
    }

    /** All events up to here were read again: failed events that were not found are not in the log any more. */
    void forgetVanished(long head) {
        eventFailures.keySet().removeIf(position -> position <= head && !owes(position));
    }

    /** Where unfinished events begin; forgets done events before that, once for each write. */
    private long beginOfRun() {
        long begin = runBegins();
        done.headSet(begin).clear();
        return begin;
    }

    private long runBegins() {
        InFlightEvents.InFlightEvent inFlightEvent = inFlight.firstOfRun();
        return inFlightEvent == null ? from : Math.min(from, inFlightEvent.position());
    }

    private Stream<EventRef> allStragglers() {
        return Stream.concat(inFlight.stragglers().stream(), stragglers.values().stream());
    }

    /** The row that covers it, or null if none is needed. */
    @Nullable
    DeferredGroupRow row() {
        long begin = beginOfRun();
        // An event behind the beginning stays with its successors, or it would overtake those in flight.
        List<Long> single = allStragglers()
                .map(EventRef::position)
                .filter(position -> position < begin)
                .sorted()
                .toList();
        boolean owes = !single.isEmpty() || begin != DeferredGroupRow.NOWHERE;
        return recorded && owes ? new DeferredGroupRow(key, single, begin, List.copyOf(done), firstFailure()) : null;
    }

    /** Whether a late event is not done. Only a row finds it again. */
    boolean owesLate() {
        return allStragglers().anyMatch(EventRef::late);
    }

    /** Lowers a position so that a read behind it finds everything here that no row covers. */
    long holdBack(long position) {
        if (recorded) {
            return position;
        }
        long begin = beginOfRun();
        long lowest = begin == DeferredGroupRow.NOWHERE ? position : Math.min(position, begin - 1);
        for (EventRef eventRef : (Iterable<EventRef>) allStragglers()::iterator) {
            lowest = Math.min(lowest, eventRef.late() ? lowest : eventRef.position() - 1);
        }
        return lowest;
    }
}

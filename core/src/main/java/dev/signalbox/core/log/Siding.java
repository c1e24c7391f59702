package dev.signalbox.core.log;

import dev.signalbox.core.log.Wanted.Run;
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
 * What is not done of one group, or of one event without a group. Every event of the group within the reach is done, in
 * hand, or waits here: as a straggler, or because its position is at or behind {@code from}.
 *
 * <p>Events wait when they fail or are given back, and when they are read while others of the group are in hand or wait.
 * Stragglers are late events that came when {@code from} was behind them already; they always lie before it, and go first.
 */
final class Siding {
    /**
     * Where an event stands.
     *
     * @param late it was found below the head, so that the cursor's position does not keep it from being lost
     * @param straggler whether it goes back to the stragglers
     */
    record Place(long position, long xid, boolean late, boolean straggler) {}

    final SidingKey key;
    /** How many events the pair has read. */
    private final LongSupplier seen;
    /** How many it had read when something began to wait here. */
    private long waitsSince;

    /** Whether it may differ from its row. */
    boolean touched;

    private boolean recorded;
    private long from = Parked.NOWHERE;
    private final NavigableMap<Long, Place> stragglers = new TreeMap<>();
    private final Hand hand = new Hand();
    /** Done although something before them is not. */
    private final NavigableSet<Long> done = new TreeSet<>();

    private final NavigableMap<Long, Failure> failures = new TreeMap<>();
    /** The last claim that something was handed out to, and how much. */
    private long claim = Claims.NONE;

    private int claimed;

    Siding(SidingKey key, LongSupplier seen) {
        this.key = key;
        this.seen = seen;
    }

    static Siding of(Parked row, LongSupplier seen) {
        Siding siding = new Siding(row.key(), seen);
        siding.recorded = true;
        siding.from = row.from();
        row.stragglers().forEach(siding::addStraggler);
        siding.done.addAll(row.done());
        if (row.failure() != null) {
            siding.failed(row.failure());
        }
        return siding;
    }

    private void addStraggler(long position) {
        stragglers.put(position, new Place(position, 0, false, true));
    }

    /** From now on a row accounts for it, and the cursor need not wait. That ends only when nothing is left to do. */
    void record() {
        recorded = true;
    }

    boolean isRecorded() {
        return recorded;
    }

    /** An event that was read and cannot go now. */
    void add(Place place) {
        beginToWait();
        if (key.isSingle() || (place.late() && place.position() < from)) {
            stragglers.put(place.position(), place);
        } else {
            beginRunAt(place.position());
        }
    }

    /** What is behind the run's beginning is read with the run, in its place. */
    private void beginRunAt(long position) {
        from = Math.min(from, position);
        stragglers.tailMap(from, true).clear();
    }

    private void beginToWait() {
        if (waiting() == 0) {
            waitsSince = seen.getAsLong();
        }
    }

    /** How many events the pair had read when that began which has been undone here for the longest time. */
    long busySince() {
        long waits = waiting() == 0 ? seen.getAsLong() : waitsSince;
        Hand.Held eldest = hand.firstOpen();
        return eldest == null ? waits : Math.min(waits, eldest.seen);
    }

    void handOut(Place place, long claim) {
        hand.add(new Hand.Held(place, claim, seen.getAsLong()));
        claimed = this.claim == claim ? claimed + 1 : 1;
        this.claim = claim;
    }

    /** How much this claim has got of it. */
    int handedOut(long claim) {
        return this.claim == claim ? claimed : 0;
    }

    /**
     * Whether an event that was just read may go: nothing waits, and less than this is in hand. The dispatcher keeps the
     * order among those in hand, and gives all of them back when one has to be.
     */
    boolean isOpen(int most) {
        return waiting() == 0 && hand.size() < most;
    }

    boolean isReady(long head) {
        return hand.isEmpty() && !isStopped() && !isBehind(head);
    }

    boolean isStopped() {
        return !failures.isEmpty() && failures.values().stream().anyMatch(Failure::stopped);
    }

    /** How much room it takes while it waits. */
    int waiting() {
        return stragglers.size() + (from == Parked.NOWHERE ? 0 : 1);
    }

    /** Whether all that waits is behind the head. */
    boolean isBehind(long head) {
        return stragglers.isEmpty() && from > head;
    }

    /** Whether it can be forgotten. */
    boolean isIdle() {
        return hand.isEmpty() && waiting() == 0 && failures.isEmpty();
    }

    Wanted wanted(@Nullable String group, int limit) {
        List<Long> positions = stragglers.keySet().stream().limit(limit).toList();
        int left = limit - positions.size();
        return new Wanted(key, positions, from == Parked.NOWHERE || left == 0 ? null : new Run(group, from, left));
    }

    /** What was wanted has been read: hands it out, all but what is done already. */
    List<LogEvent> fetched(Wanted wanted, List<LogEvent> events, boolean complete, long claim) {
        List<LogEvent> out = new ArrayList<>();
        for (LogEvent event : events) {
            Place straggler = stragglers.remove(event.position());
            if (straggler == null) {
                from = event.position() + 1;
            }
            if (straggler != null || !done.contains(event.position())) {
                boolean late = straggler != null && straggler.late();
                handOut(new Place(event.position(), event.xid(), late, straggler != null), claim);
                out.add(event);
            }
        }
        if (complete) {
            // What is not there any more has been deleted from the log.
            wanted.positions().forEach(stragglers::remove);
            from = wanted.run() == null ? from : Parked.NOWHERE;
        }
        return out;
    }

    /** Whether this claim's verdict on the event is awaited, or known and not yet confirmed. */
    boolean holds(long position, long claim) {
        Hand.Held held = hand.get(position);
        return held != null && held.claim == claim;
    }

    boolean isJudged(long position) {
        Hand.Held held = hand.get(position);
        return held != null && held.judged;
    }

    private @Nullable Place judge(long position) {
        Hand.Held held = hand.get(position);
        if (held == null) {
            return null;
        }
        held.judged = true;
        return held.place;
    }

    /** It is delivered or given up. */
    @Nullable
    Place done(long position) {
        Place place = judge(position);
        if (!failures.isEmpty()) {
            failures.remove(position);
        }
        // Mostly they end in their order: then there is nothing before it to be remembered against.
        if (runBegins() <= position) {
            done.add(position);
        }
        return place;
    }

    /** It was done before this began. */
    void passed(long position) {
        done.add(position);
    }

    void giveBack(long position) {
        beginToWait();
        Place place = judge(position);
        if (place != null && place.straggler() && position < from) {
            stragglers.put(position, place);
        } else {
            beginRunAt(position);
        }
    }

    void failed(Failure failure) {
        failures.put(failure.position(), failure);
    }

    /** The verdict is recorded. */
    void letGo(long position) {
        hand.remove(position);
    }

    /** Tries an event again that stopped this, and says whether it did. */
    boolean resume(long position) {
        Failure failure = failures.get(position);
        return failure != null && failure.stopped() && failures.remove(position, failure);
    }

    /** Brings back an event that was given up. */
    void bringBack(long position) {
        done.remove(position);
        if (position < from) {
            beginToWait();
            addStraggler(position);
        }
    }

    boolean owes(long position) {
        Hand.Held held = hand.get(position);
        boolean inHand = held != null && !held.judged;
        boolean inRun = position >= from && !done.contains(position);
        return inHand || inRun || (!stragglers.isEmpty() && stragglers.containsKey(position));
    }

    int attempts(long position) {
        Failure failure = failures.isEmpty() ? null : failures.get(position);
        return failure == null ? 0 : failure.attempts();
    }

    @Nullable
    Failure firstFailure() {
        return failures.isEmpty() ? null : failures.firstEntry().getValue();
    }

    /** All up to here has been read again: failed events that were not there are not in the log any more. */
    void forgetVanished(long head) {
        failures.keySet().removeIf(position -> position <= head && !owes(position));
    }

    /** Where the run begins; what is done before that need not be remembered, which is found out once for each write. */
    private long beginOfRun() {
        long begin = runBegins();
        done.headSet(begin).clear();
        return begin;
    }

    private long runBegins() {
        Hand.Held held = hand.firstOfRun();
        return held == null ? from : Math.min(from, held.position());
    }

    private Stream<Place> allStragglers() {
        return Stream.concat(hand.stragglers().stream(), stragglers.values().stream());
    }

    /** The row that accounts for it, or null if none has to. */
    @Nullable
    Parked row() {
        long begin = beginOfRun();
        // What is behind the beginning goes with the run, or it would overtake what is in hand now.
        List<Long> single = allStragglers()
                .map(Place::position)
                .filter(position -> position < begin)
                .sorted()
                .toList();
        boolean owes = !single.isEmpty() || begin != Parked.NOWHERE;
        return recorded && owes ? new Parked(key, single, begin, List.copyOf(done), firstFailure()) : null;
    }

    /** Whether an event that came late is not done. Nothing but a row finds it again at its place. */
    boolean owesLate() {
        return allStragglers().anyMatch(Place::late);
    }

    /** Lowers a position so that everything here that no row accounts for is found again behind it. */
    long holdBack(long position) {
        if (recorded) {
            return position;
        }
        long begin = beginOfRun();
        long lowest = begin == Parked.NOWHERE ? position : Math.min(position, begin - 1);
        for (Place place : (Iterable<Place>) allStragglers()::iterator) {
            lowest = Math.min(lowest, place.late() ? lowest : place.position() - 1);
        }
        return lowest;
    }
}

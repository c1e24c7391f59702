package dev.signalbox.core.delivery;

import dev.signalbox.core.delivery.Outlet.Turn.Place;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The outlets that can send. The one that waits longest is first, where each step of rank counts as a delay. So a lower
 * rank goes first, but not for longer than that delay.
 */
final class OutletRing {
    private static final long DELAY_PER_RANK = Duration.ofMillis(100).toNanos();
    private static final int HIGHEST_RANK = 10;

    private final PriorityQueue<Outlet> ready = new PriorityQueue<>((one, other) -> one.turn.compareTo(other.turn));
    /** Outlets that have suspects only, which cannot be sent now. */
    private final ArrayDeque<Outlet> waitForTrial = new ArrayDeque<>();

    private long numbers;

    /** Queues an outlet behind the others, unless it waits already. */
    void offer(Outlet outlet, long now) {
        Outlet.Turn turn = outlet.turn;
        if (outlet.batcher().repeatsSuspect() && turn.place != Place.POOL) {
            // Suspects of other outlets may have to wait for this one.
            ready.remove(outlet);
            waitForTrial.remove(outlet);
            turn.at = Long.MIN_VALUE;
            enter(outlet);
        } else if (turn.place == Place.NOWHERE && !outlet.batcher().isEmpty()) {
            turn.at = now + Math.clamp(outlet.limits().rank(), 0, HIGHEST_RANK) * DELAY_PER_RANK;
            turn.number = numbers++;
            enter(outlet);
        }
    }

    /** Puts an outlet back to the place that it had. */
    void enter(Outlet outlet) {
        outlet.turn.place = Place.RING;
        ready.add(outlet);
    }

    @Nullable
    Outlet first() {
        return ready.peek();
    }

    boolean isEmpty() {
        return ready.isEmpty() && waitForTrial.isEmpty();
    }

    /** Removes the first outlet. */
    void take(Outlet first) {
        if (ready.remove() != first) {
            throw new IllegalStateException("another outlet is the first: it would lose its turn");
        }
        first.turn.place = Place.NOWHERE;
    }

    /** The first outlet waits until its suspects can be sent. */
    void setAside(Outlet first) {
        take(first);
        first.turn.place = Place.TRIAL;
        waitForTrial.add(first);
    }

    /** Lets the outlets that were set aside try again; there are few, because suspects are rare. */
    void retrySetAside() {
        for (Outlet next = waitForTrial.poll(); next != null; next = waitForTrial.poll()) {
            enter(next);
        }
    }

    boolean hasSetAside() {
        return !waitForTrial.isEmpty();
    }

    void clear() {
        ready.forEach(outlet -> outlet.turn.place = Place.NOWHERE);
        waitForTrial.forEach(outlet -> outlet.turn.place = Place.NOWHERE);
        ready.clear();
        waitForTrial.clear();
    }
}

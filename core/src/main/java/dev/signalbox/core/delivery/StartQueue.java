package dev.signalbox.core.delivery;

import dev.signalbox.core.delivery.Outlet.Turn.Place;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The outlets that wait for the same pool, in their order. One of them at a time asks again. */
final class StartQueue extends TimerQueue.Sleeper {
    final long pool;
    private final PriorityQueue<Outlet> waiting = new PriorityQueue<>((one, other) -> one.turn.compareTo(other.turn));
    /** The outlet that is back in the ring to ask. */
    private @Nullable Outlet asking;

    /** Until when no request may begin; {@link Long#MAX_VALUE} until one has ended. */
    private long blockedUntil = Long.MAX_VALUE;

    /** What the outlets hold that wait here. */
    int held;

    /** Whether that is so much that no more is fetched for the pool. */
    boolean isClosed;

    StartQueue(long pool, long number) {
        super(number);
        this.pool = pool;
    }

    long blockedUntil() {
        return blockedUntil;
    }

    void blockedUntil(long at) {
        blockedUntil = at;
        asking = null;
    }

    /** Adds an outlet that is in no other queue. */
    void add(Outlet outlet) {
        outlet.turn.place = Place.POOL;
        outlet.turn.pool = this;
        waiting.add(outlet);
    }

    /** An outlet that waits has another pool now; false if it is back in the ring already. */
    boolean leave(Outlet outlet) {
        if (!waiting.remove(outlet)) {
            return false;
        }
        outlet.turn.pool = null;
        return true;
    }

    /** The first outlet returns to the ring, to ask. */
    void letOneAsk(OutletRing ring) {
        if (asking == null && !waiting.isEmpty()) {
            Outlet next = waiting.remove();
            asking = next;
            ring.enter(next);
        }
    }

    /** The outlet that was to ask has asked with success, or has nothing to send any more. */
    void asked() {
        asking = null;
    }

    boolean isEmpty() {
        return asking == null && waiting.isEmpty();
    }

    void clear() {
        waiting.forEach(outlet -> {
            outlet.turn.place = Place.NOWHERE;
            outlet.turn.pool = null;
        });
        waiting.clear();
        if (asking != null) {
            asking.turn.pool = null;
        }
        asking = null;
        held = 0;
    }
}

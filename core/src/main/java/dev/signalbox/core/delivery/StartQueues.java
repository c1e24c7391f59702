package dev.signalbox.core.delivery;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Asks for the start of requests, and queues the outlets whose pool is full. */
final class StartQueues {
    private final StartLimits limits;
    private final OutletRing ring;
    private final TimerQueue timers;
    private final SharedBuffer buffer;
    private final int share;
    private final Map<Long, StartQueue> queues = new HashMap<>();
    private final Set<Long> closedPools = new HashSet<>();

    /** @param share so many messages that wait for the same pool are enough */
    StartQueues(StartLimits limits, OutletRing ring, TimerQueue timers, SharedBuffer buffer, int share) {
        this.limits = limits;
        this.ring = ring;
        this.timers = timers;
        this.buffer = buffer;
        this.share = share;
    }

    /** Pools that have enough messages in memory. */
    Set<Long> closedPools() {
        return closedPools;
    }

    /** Counts what an outlet holds while it waits for its pool, and closes or opens the pool. */
    void look(Outlet outlet) {
        Outlet.Turn turn = outlet.turn;
        StartQueue before = turn.countedIn;
        StartQueue now = turn.pool;
        if (before == null && now == null) {
            return;
        }
        if (before != null) {
            before.held -= turn.counted;
        }
        turn.countedIn = now;
        turn.counted = now == null ? 0 : outlet.held();
        if (now != null) {
            now.held += turn.counted;
            decideWhetherClosed(now);
        }
        if (before != null && before != now) {
            decideWhetherClosed(before);
            removeIfUnused(before);
        }
    }

    /** It opens when half of what closed it is gone, so that it does not open and close with each message. */
    private void decideWhetherClosed(StartQueue queue) {
        boolean closes = queue.held >= (queue.isClosed ? Math.ceilDiv(share, 2) : share);
        if (closes && !queue.isClosed) {
            closedPools.add(queue.pool);
        } else if (!closes && queue.isClosed) {
            closedPools.remove(queue.pool);
            buffer.wantMore();
        }
        queue.isClosed = closes;
    }

    private void removeIfUnused(StartQueue queue) {
        if (queue.isEmpty() && queue.held == 0) {
            queues.remove(queue.pool, queue);
        }
    }

    /** Whether the first outlet of the ring may ask; else it waits behind others of its pool from now on. */
    boolean mayAsk(Outlet first) {
        if (queues.isEmpty() || first.turn.pool != null) {
            return true;
        }
        StartQueue queue = queues.get(limits.poolOf(first.id));
        if (queue == null || queue.isEmpty()) {
            return true;
        }
        ring.take(first);
        queue.add(first);
        return false;
    }

    /** Takes the first outlet from the ring, and begins a request of it, or lets it wait until that may begin. */
    boolean tryStart(Outlet first, long now) {
        long at = limits.tryStart(first.id, now);
        ring.take(first);
        if (at <= now) {
            stopsAsking(first);
            return true;
        }
        StartQueue before = first.turn.pool;
        StartQueue queue =
                queues.computeIfAbsent(limits.poolOf(first.id), pool -> new StartQueue(pool, timers.nextNumber()));
        if (before != null && before != queue) {
            stopsAsking(first);
        }
        queue.blockedUntil(at);
        queue.add(first);
        timers.set(queue, at);
        return false;
    }

    /** The outlet has begun a request, or has none to begin: the next one of its pool may ask. */
    void stopsAsking(Outlet outlet) {
        StartQueue queue = outlet.turn.pool;
        if (queue != null) {
            outlet.turn.pool = null;
            queue.asked();
            letOneAsk(queue);
        }
    }

    void ended(long outlet, long now) {
        long pool = limits.ended(outlet, now);
        StartQueue queue = queues.isEmpty() ? null : queues.get(pool);
        if (queue != null && queue.blockedUntil() == Long.MAX_VALUE) {
            letOneAsk(queue);
        }
    }

    /** The time has come, or the limits have changed. */
    void letOneAsk(StartQueue queue) {
        timers.set(queue, Long.MAX_VALUE);
        queue.letOneAsk(ring);
        removeIfUnused(queue);
    }

    /** The limits of this outlet's pool, or its pool, may have changed. */
    void changed(Outlet outlet) {
        StartQueue before = outlet.turn.pool;
        StartQueue queue = queues.get(limits.poolOf(outlet.id));
        if (before != null && before != queue && before.leave(outlet)) {
            ring.enter(outlet);
        }
        if (before != null) {
            letOneAsk(before);
        }
        if (queue != null && queue != before) {
            letOneAsk(queue);
        }
    }

    void clear() {
        queues.values().forEach(queue -> {
            timers.set(queue, Long.MAX_VALUE);
            queue.clear();
        });
        queues.clear();
        closedPools.clear();
    }
}

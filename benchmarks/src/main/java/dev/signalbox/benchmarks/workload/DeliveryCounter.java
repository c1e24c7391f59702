package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Counts messages up to a target, with the times of the first one and of the target. */
public final class DeliveryCounter {
    private static final long NOT_YET = Long.MIN_VALUE;

    private final Clock clock;
    private final long target;
    private final AtomicLong count = new AtomicLong();
    private volatile long firstAt = NOT_YET;
    private volatile long reachedAt = NOT_YET;

    public DeliveryCounter(Clock clock, long target) {
        this.clock = clock;
        this.target = target;
    }

    public void add(int more) {
        if (more == 0) {
            return;
        }
        long after = count.addAndGet(more);
        if (after == more) {
            firstAt = clock.nanos();
        }
        if (after >= target && after - more < target) {
            reachedAt = clock.nanos();
        }
    }

    public long count() {
        return count.get();
    }

    public boolean isReached() {
        return reachedAt != NOT_YET;
    }

    /** The time of the first message; now if there is none. */
    public long firstAt() {
        return firstAt == NOT_YET ? clock.nanos() : firstAt;
    }

    /** When the target was reached; now if it was not. */
    public long reachedAt() {
        return reachedAt == NOT_YET ? clock.nanos() : reachedAt;
    }
}

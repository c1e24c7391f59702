package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Counts messages up to a target, with the time of the target. */
public final class DeliveryCounter {
    private static final long NOT_YET = Long.MIN_VALUE;

    private final long target;
    private final AtomicLong count = new AtomicLong();
    private volatile long reachedAt = NOT_YET;

    public DeliveryCounter(long target) {
        this.target = target;
    }

    public void add(int more) {
        long after = count.addAndGet(more);
        if (after >= target && after - more < target) {
            reachedAt = Clock.SYSTEM.nanos();
        }
    }

    public long count() {
        return count.get();
    }

    public boolean isReached() {
        return reachedAt != NOT_YET;
    }

    public long reachedAt() {
        return reachedAt == NOT_YET ? Clock.SYSTEM.nanos() : reachedAt;
    }
}

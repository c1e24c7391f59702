package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** Counts to a target, and remembers when the first came and when the target was reached. */
public final class Tally {
    private static final long NOT_YET = Long.MIN_VALUE;

    private final Clock clock;
    private final long target;
    private final AtomicLong count = new AtomicLong();
    private volatile long firstAt = NOT_YET;
    private volatile long reachedAt = NOT_YET;

    public Tally(Clock clock, long target) {
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

    /** When the first came; now if none did. */
    public long firstAt() {
        return firstAt == NOT_YET ? clock.nanos() : firstAt;
    }

    /** When the target was reached; now if it wasn't. */
    public long reachedAt() {
        return reachedAt == NOT_YET ? clock.nanos() : reachedAt;
    }
}

package dev.signalbox.postgres.log;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/**
 * The feeds with open replay requests. One lookup covers all feeds of the log, so that they need not ask one by one. It uses
 * indexes on the requests; if these could not be created it scans all dead letters, so not every read of the log includes
 * it.
 */
final class ReplayRequests {
    private static final long LOOK_EVERY = Duration.ofMillis(500).toNanos();

    private final Clock clock;
    private volatile Snapshot last = new Snapshot(0, Set.of());
    private long lookAt;

    /**
     * The result of the last lookup.
     *
     * @param number the number of lookups so far
     */
    record Snapshot(long number, Set<FeedKey> wanted) {}

    ReplayRequests(Clock clock) {
        this.clock = clock;
        this.lookAt = clock.nanos();
    }

    /** Whether the read that begins now includes the lookup. If so, the next one is due only after some time. */
    synchronized boolean isDue() {
        long now = clock.nanos();
        boolean due = now - lookAt >= 0;
        if (due) {
            lookAt = now + LOOK_EVERY;
        }
        return due;
    }

    synchronized void saw(Collection<FeedKey> wanted) {
        last = new Snapshot(last.number() + 1, Set.copyOf(wanted));
    }

    Snapshot last() {
        return last;
    }
}

package dev.signalbox.postgres.log;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;

/**
 * Which pairs have something that operators want to be tried again. One look tells it for all pairs of the log, so that they
 * need not ask one by one. It goes along indexes of what is wanted, but where those could not be created it goes through all
 * dead letters; so not every read of the log does it.
 */
final class ReplayRequests {
    private static final long LOOK_EVERY = Duration.ofMillis(500).toNanos();

    private final Clock clock;
    private volatile Snapshot last = new Snapshot(0, Set.of());
    private long lookAt;

    /**
     * What was seen.
     *
     * @param number of the looks until then
     */
    record Snapshot(long number, Set<FeedKey> wanted) {}

    ReplayRequests(Clock clock) {
        this.clock = clock;
        this.lookAt = clock.nanos();
    }

    /** Whether the read that begins now is to look. If so, it is some time until another one is. */
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

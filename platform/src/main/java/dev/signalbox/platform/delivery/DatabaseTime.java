package dev.signalbox.platform.delivery;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time of the database, by which ages are judged: the clock of this machine may be minutes off. It is as late as the latest claim
 * says, and goes on from there.
 */
final class DatabaseTime {
    private static final Instant ORIGIN = Instant.EPOCH;

    private final Clock clock;
    /** How far the database's time since the origin is ahead of the clock. */
    private final AtomicLong ahead = new AtomicLong(Long.MIN_VALUE);

    DatabaseTime(Clock clock) {
        this.clock = clock;
    }

    /** The time now, which is not before this claim. */
    Instant since(Instant claimedAt) {
        long now = clock.leaseNanos();
        long atLeast = Duration.between(ORIGIN, claimedAt).toNanos() - now;
        return ORIGIN.plusNanos(now + ahead.accumulateAndGet(atLeast, Math::max));
    }
}

package dev.signalbox.platform.delivery;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The time of the database, by which ages are judged: the clock of this machine may be minutes off. It is as late as the latest of
 * the claims of the last minutes says, and goes on from there. Older claims do not count: another server, or the same one with a
 * corrected clock, may be behind them, and jobs would expire too early.
 */
final class DatabaseTime {
    private static final Instant ORIGIN = Instant.EPOCH;
    private static final long PERIOD = Duration.ofMinutes(1).toNanos();

    private final Clock clock;
    private long periodBegan;
    /** How far the database's time since the origin is ahead of the clock, by the claims of this period. */
    private long ahead = Long.MIN_VALUE;
    /** The same by those of the period before. */
    private long aheadBefore = Long.MIN_VALUE;

    DatabaseTime(Clock clock) {
        this.clock = clock;
        this.periodBegan = clock.leaseNanos();
    }

    /** The time now, which is not before this claim. */
    synchronized Instant since(Instant claimedAt) {
        long now = clock.leaseNanos();
        if (now - periodBegan >= PERIOD) {
            aheadBefore = now - periodBegan < 2 * PERIOD ? ahead : Long.MIN_VALUE;
            ahead = Long.MIN_VALUE;
            periodBegan = now;
        }
        ahead = Math.max(ahead, Duration.between(ORIGIN, claimedAt).toNanos() - now);
        return ORIGIN.plusNanos(now + Math.max(ahead, aheadBefore));
    }
}

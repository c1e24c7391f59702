package dev.signalbox.core.coordination;

import java.time.Duration;

/**
 * How long a lease lasts and how it is kept.
 *
 * @param margin how much earlier than the database we stop trusting it, because clocks and schedulers are inexact
 */
public record LeaseTerms(Duration ttl, Duration renewEvery, Duration margin) {
    public LeaseTerms {
        if (renewEvery.plus(margin).compareTo(ttl) >= 0 || margin.isNegative() || !renewEvery.isPositive()) {
            throw new IllegalArgumentException("a lease of " + ttl + " cannot be renewed every " + renewEvery
                    + " with a margin of " + margin + ": together they must be less than the lease");
        }
    }

    /** Terms in proportion to the length of the lease. */
    public static LeaseTerms of(Duration ttl) {
        return new LeaseTerms(ttl, ttl.multipliedBy(2).dividedBy(5), ttl.dividedBy(8));
    }
}

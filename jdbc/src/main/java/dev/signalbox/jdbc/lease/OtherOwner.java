package dev.signalbox.jdbc.lease;

import java.time.Duration;

/**
 * Another node that owns something of a relay and has not been fenced.
 *
 * @param left how much of its lease is left; negative if it has run out
 */
public record OtherOwner(String node, Duration left) {
    private static final Duration SOONEST = Duration.ofMillis(50);
    private static final Duration LATEST = Duration.ofSeconds(1);
    private static final Duration SAFELY_OVER = Duration.ofMillis(10);
    private static final Duration WHILE_IT_WRITES = Duration.ofMillis(200);

    public boolean trusted() {
        return left.isPositive();
    }

    public boolean overFor(Duration time) {
        return left.plus(time).isNegative();
    }

    /** When it may be gone: after its lease, or, where that is over, after the write that keeps it from being fenced. */
    public Duration tryAgainIn() {
        Duration wait = trusted() ? left.plus(SAFELY_OVER) : WHILE_IT_WRITES;
        if (wait.compareTo(SOONEST) < 0) {
            return SOONEST;
        }
        return wait.compareTo(LATEST) > 0 ? LATEST : wait;
    }
}

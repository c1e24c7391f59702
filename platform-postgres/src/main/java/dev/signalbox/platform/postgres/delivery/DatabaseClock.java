package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.time.Clock;
import java.time.Duration;

/** The database's time in milliseconds, as of the last read, and from there by the relay's clock. */
final class DatabaseClock {
    private final Clock clock;
    private long millis;
    private long nanos;

    DatabaseClock(Clock clock) {
        this.clock = clock;
        this.nanos = clock.nanos();
    }

    /** A little behind, so that nothing is taken as due too early. */
    synchronized long now() {
        return millis + Duration.ofNanos(clock.nanos() - nanos).toMillis();
    }

    synchronized void set(long now) {
        millis = now;
        nanos = clock.nanos();
    }
}

package dev.signalbox.core.relay;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of a machine that a test suspends. */
final class SuspendableClock implements Clock {
    private final AtomicLong suspended = new AtomicLong();

    void suspend(Duration time) {
        suspended.addAndGet(time.toNanos());
    }

    @Override
    public long nanos() {
        return Clock.SYSTEM.nanos();
    }

    @Override
    public long suspendedNanos() {
        return suspended.get();
    }
}

package dev.signalbox.embedded.process;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Signals that a run must end; wakes threads that wait for a time. */
public final class StopSignal {
    private final CountDownLatch signal = new CountDownLatch(1);

    public void begin() {
        signal.countDown();
    }

    public boolean hasBegun() {
        return signal.getCount() == 0;
    }

    /** Waits until a time of the system's clock; returns false if the signal was given earlier. */
    public boolean waitUntil(long nanos) throws InterruptedException {
        return !signal.await(Clock.between(Clock.SYSTEM.nanos(), nanos), TimeUnit.NANOSECONDS);
    }
}

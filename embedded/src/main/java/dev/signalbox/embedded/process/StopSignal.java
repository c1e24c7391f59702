package dev.signalbox.embedded.process;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Says that a run is to end; a thread that waits for a time is woken by it. */
public final class StopSignal {
    private final CountDownLatch signal = new CountDownLatch(1);
    private final Clock clock;

    public StopSignal(Clock clock) {
        this.clock = clock;
    }

    /** Gives the signal. */
    public void begin() {
        signal.countDown();
    }

    /** Whether it was given. */
    public boolean hasBegun() {
        return signal.getCount() == 0;
    }

    /**
     * Waits until a time of the clock.
     *
     * @return false if the signal was given before
     */
    public boolean waitUntil(long nanos) throws InterruptedException {
        return !signal.await(Clock.between(clock.nanos(), nanos), TimeUnit.NANOSECONDS);
    }
}

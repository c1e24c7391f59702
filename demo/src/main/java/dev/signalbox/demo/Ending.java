package dev.signalbox.demo;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The sign to come to an end, which whoever waits for a time sees at once. */
public final class Ending {
    private final CountDownLatch sign = new CountDownLatch(1);
    private final Clock clock;

    public Ending(Clock clock) {
        this.clock = clock;
    }

    /** Gives the sign. */
    public void begin() {
        sign.countDown();
    }

    /** Whether it was given. */
    public boolean hasBegun() {
        return sign.getCount() == 0;
    }

    /**
     * Waits until a time of the clock.
     *
     * @return false if the sign was given before
     */
    public boolean waitUntil(long nanos) throws InterruptedException {
        return !sign.await(Clock.between(clock.nanos(), nanos), TimeUnit.NANOSECONDS);
    }
}

package dev.signalbox.sink.kafka;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Records that are handed over together and awaited together. */
final class InFlightRecords {
    /** One for each record without an answer, and one for the thread that hands over. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final CountDownLatch over = new CountDownLatch(1);
    private final long begun;

    InFlightRecords(long begun) {
        this.begun = begun;
    }

    long begun() {
        return begun;
    }

    void sent() {
        open.incrementAndGet();
    }

    void answered() {
        if (open.decrementAndGet() == 0) {
            over.countDown();
        }
    }

    /** Whether a record is in flight; called by the thread that hands over. */
    boolean isUnderWay() {
        return open.get() > 1;
    }

    /** Waits once for all answers, after the last record is handed over; false on time-out. */
    boolean await(Duration most) throws InterruptedException {
        answered();
        return over.await(most.toNanos(), TimeUnit.NANOSECONDS);
    }
}

package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cuts the connection of a call that takes too long: a write to a broker that does not read would hang, and only another
 * thread can end it.
 */
final class CallTimeoutGuard implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Clock clock;
    private volatile long end;

    /** @param end the deadline, by this clock */
    CallTimeoutGuard(Clock clock, long end, BrokerConnection connection) {
        this.clock = clock;
        this.end = end;
        Thread.ofVirtual().name("signalbox-rabbitmq-watch").start(() -> watch(connection));
    }

    /** Extends the deadline. */
    void allowUntil(long later) {
        end = later;
    }

    private void watch(BrokerConnection connection) {
        try {
            for (long left = end - clock.nanos(); left > 0; left = end - clock.nanos()) {
                if (over.await(left, TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
            connection.cut("the broker reads nothing");
        } catch (InterruptedException e) {
            connection.cut("the watch over a call was interrupted");
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}

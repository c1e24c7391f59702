package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cuts the connection of a call that goes on for too long: a write to a broker that reads nothing would hang for as long as
 * that lasts, and nobody but another thread can end it.
 */
final class Watch implements AutoCloseable {
    private final CountDownLatch over = new CountDownLatch(1);

    /** @param end by this clock */
    Watch(Clock clock, long end, Link link) {
        Thread.ofVirtual().name("signalbox-rabbitmq-watch").start(() -> watch(end - clock.nanos(), link));
    }

    private void watch(long nanos, Link link) {
        try {
            if (!over.await(nanos, TimeUnit.NANOSECONDS)) {
                link.cut("the broker reads nothing");
            }
        } catch (InterruptedException e) {
            link.cut("the watch over a call was interrupted");
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}

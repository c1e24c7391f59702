package dev.signalbox.testkit.publisher;

import dev.signalbox.core.publisher.EventPublisher;
import dev.signalbox.core.publisher.PublishException;
import dev.signalbox.core.publisher.PublishedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A publisher for tests that wait until it has got the expected number of events. It keeps the events, and fails as
 * often as requested. An event that comes again counts again.
 */
public final class CountDownLatchPublisher implements EventPublisher {
    private final List<PublishedEvent> events = new ArrayList<>();
    private @Nullable CountDownLatch expected;
    private int failures;

    @Override
    public String name() {
        return "CountDownLatchPublisher";
    }

    /** Forgets all events, and expects this many from now on. */
    public synchronized void expectEvents(int count) {
        events.clear();
        expected = new CountDownLatch(count);
    }

    /** Makes this many of the next calls fail; their events are neither kept nor counted. */
    public synchronized void failNext(int calls) {
        failures = calls;
    }

    /**
     * Waits for the expected events.
     *
     * @return whether all of them came in that time
     */
    public boolean awaitEvents(Duration atMost) throws InterruptedException {
        return latch().await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized CountDownLatch latch() {
        if (expected == null) {
            throw new IllegalStateException("nothing is expected: call expectEvents first");
        }
        return expected;
    }

    /** The events, in the order of arrival. */
    public synchronized List<PublishedEvent> events() {
        return List.copyOf(events);
    }

    @Override
    public synchronized void publishBatch(List<PublishedEvent> batch) throws PublishException {
        if (failures > 0) {
            failures--;
            throw new PublishException("fails as requested");
        }
        events.addAll(batch);
        if (expected != null) {
            batch.forEach(_ -> latch().countDown());
        }
    }
}

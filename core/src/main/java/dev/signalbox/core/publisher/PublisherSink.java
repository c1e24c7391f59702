package dev.signalbox.core.publisher;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A publisher as a sink. Each batch is published on a thread of its own, with a time limit.
 *
 * <p>A batch that takes too long is interrupted. If it continues nevertheless, nothing more is published until it ends:
 * its events could otherwise arrive after later ones, and such threads could add up without limit.
 */
public final class PublisherSink implements Sink {
    private final EventPublisher publisher;
    private final SinkLimits limits;
    private final Duration timeout;
    private final Set<Thread> overdue = ConcurrentHashMap.newKeySet();

    /** @param timeout how long a batch may take, however many calls it needs */
    public PublisherSink(EventPublisher publisher, SinkLimits limits, Duration timeout) {
        this.publisher = publisher;
        this.limits = limits;
        this.timeout = timeout;
    }

    @Override
    public SinkLimits limits() {
        return limits;
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        List<PublishedEvent> events = new ArrayList<>(batch.size());
        for (Message message : batch) {
            EventMetadata eventMetadata = message.event();
            if (eventMetadata == null) {
                // Every message would fail the same way: to call this one bad would dead-letter them all.
                return new Answer.Whole(unavailable("takes events of a log, and no rows of a table"));
            }
            events.add(PublishedEvent.of(message, eventMetadata));
        }
        overdue.removeIf(thread -> !thread.isAlive());
        if (!overdue.isEmpty()) {
            return new Answer.Whole(unavailable("has not come back since it was interrupted"));
        }
        return publish(new PublishAttempt(publisher, Collections.unmodifiableList(events)));
    }

    private Answer publish(PublishAttempt attempt) throws InterruptedException {
        FutureTask<Outcome> call = new FutureTask<>(attempt);
        Thread thread = Thread.ofVirtual().name("publisher-" + publisher.name()).unstarted(call);
        // Client libraries look for their classes there.
        thread.setContextClassLoader(publisher.getClass().getClassLoader());
        thread.start();
        try {
            return attempt.answer(call.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException broken) {
            throw new IllegalStateException("publisher " + publisher.name() + " broke", broken.getCause());
        } catch (TimeoutException late) {
            breakOff(attempt, thread);
            return attempt.answer(new Outcome.Unknown(
                    "publisher " + publisher.name() + " did not finish within " + timeout.toMillis() + " ms"));
        } catch (InterruptedException interrupted) {
            breakOff(attempt, thread);
            throw interrupted;
        }
    }

    private void breakOff(PublishAttempt attempt, Thread thread) {
        overdue.add(thread);
        attempt.breakOff();
        thread.interrupt();
    }

    private Outcome unavailable(String why) {
        return new Outcome.Unavailable("publisher " + publisher.name() + " " + why);
    }

    /** Leaves the publisher open, because other feeds may use it; its creator closes it. */
    @Override
    public void close() {}
}

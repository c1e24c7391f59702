package dev.signalbox.core.publisher;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Publishes a batch, in one call or one by one up to the first failure. */
final class PublishAttempt implements Callable<Outcome> {
    private static final System.Logger LOG = System.getLogger(PublishAttempt.class.getName());
    private static final int LONGEST_REASON = 500;

    private final EventPublisher publisher;
    private final List<PublishedEvent> events;
    private volatile int atOnce;
    private volatile int published;
    private volatile boolean brokenOff;

    PublishAttempt(EventPublisher publisher, List<PublishedEvent> events) {
        this.publisher = publisher;
        this.events = events;
        this.atOnce = events.size();
    }

    /** The outcomes of the events that it could not publish; delivered if there are none. */
    @Override
    public Outcome call() {
        atOnce = publisher.mode() == PublishMode.BATCH ? events.size() : 1;
        for (int done = 0; done < events.size(); done += atOnce) {
            // A publisher may have swallowed the interrupt.
            Outcome outcome = brokenOff ? interrupted() : publish(events.subList(done, done + atOnce));
            if (!(outcome instanceof Outcome.Delivered)) {
                return outcome;
            }
            published = done + atOnce;
        }
        return Outcome.DELIVERED;
    }

    /** Begins no further call. */
    void breakOff() {
        brokenOff = true;
    }

    /**
     * The answer to the batch. With single events, the failure belongs to the event that it happened to; those behind
     * it were not attempted. After {@link #breakOff} that holds even if a call is still running.
     */
    Answer answer(Outcome ofTheRest) {
        if (atOnce == events.size() || ofTheRest instanceof Outcome.Delivered) {
            return new Answer.Whole(ofTheRest);
        }
        int done = published;
        List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(events.size(), Outcome.NOT_ATTEMPTED));
        Collections.fill(outcomes.subList(0, done), Outcome.DELIVERED);
        if (done < events.size()) {
            outcomes.set(done, ofTheRest);
        }
        return new Answer.Each(outcomes);
    }

    private Outcome publish(List<PublishedEvent> some) {
        String unhealthy = whyUnhealthy();
        if (unhealthy != null) {
            return new Outcome.Unavailable(word(unhealthy));
        }
        try {
            publisher.publishBatch(some);
            return Outcome.DELIVERED;
        } catch (PublishException failure) {
            log(failure);
            return outcome(failure);
        } catch (InterruptedException interrupted) {
            return interrupted();
        } catch (RuntimeException broken) {
            log(broken);
            return new Outcome.Failed(word("failed unexpectedly: " + broken));
        }
    }

    private @Nullable String whyUnhealthy() {
        try {
            return publisher.isHealthy() ? null : "says that it is not healthy";
        } catch (RuntimeException broken) {
            log(broken);
            return "cannot say whether it is healthy: " + broken;
        }
    }

    private Outcome outcome(PublishException failure) {
        Throwable cause = failure.getCause();
        String reason = word("says: " + failure.getMessage() + (cause == null ? "" : " (" + cause + ")"));
        return switch (failure.kind()) {
            case FAILED -> new Outcome.Failed(reason);
            case REFUSED -> new Outcome.Rejected(reason);
            case UNAVAILABLE ->
                failure.retryAfter() == null
                        ? new Outcome.Unavailable(reason)
                        : new Outcome.Throttled(reason, failure.retryAfter());
        };
    }

    private Outcome interrupted() {
        return new Outcome.Unknown(word("was interrupted"));
    }

    private String word(String what) {
        return LogLineText.beginning("publisher " + publisher.name() + " " + what, LONGEST_REASON);
    }

    /** Operators see the reason anyway; the stack trace is for the author of the publisher. */
    private void log(Exception failure) {
        LOG.log(System.Logger.Level.DEBUG, "how publisher " + publisher.name() + " failed", failure);
    }
}

package dev.signalbox.sink.webhook;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends the messages of a batch in requests of their own, one after the other. An outage ends the batch; another failure ends the
 * group of its message.
 */
public final class OneByOneSending {
    private final AtomicInteger abandoned = new AtomicInteger();

    /** Sends one message. */
    @FunctionalInterface
    public interface Attempt {
        Outcome of(Message message) throws InterruptedException;
    }

    public Answer send(List<Message> batch, Attempt attempt) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        int abandonedBefore = abandoned.get();
        List<Outcome> outcomes = new ArrayList<>(batch.size());
        Set<String> stoppedGroups = new HashSet<>();
        boolean stopped = false;
        for (Message message : batch) {
            String group = message.group();
            boolean waits =
                    stopped || abandoned.get() != abandonedBefore || (group != null && stoppedGroups.contains(group));
            Outcome outcome = waits ? Outcome.NOT_ATTEMPTED : attempt.of(message);
            outcomes.add(outcome);
            stopped = stopped || endsBatch(outcome);
            if (group != null && !(outcome instanceof Outcome.Delivered)) {
                stoppedGroups.add(group);
            }
        }
        return new Answer.Each(outcomes);
    }

    private static boolean endsBatch(Outcome outcome) {
        return outcome instanceof Outcome.Unavailable
                || outcome instanceof Outcome.Unknown
                || outcome instanceof Outcome.Throttled;
    }

    /** What has not begun is not sent any more. */
    public void abandon() {
        abandoned.incrementAndGet();
    }
}

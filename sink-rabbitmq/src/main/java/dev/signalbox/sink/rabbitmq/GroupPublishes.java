package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one group in a call, in order. The call's thread publishes them and the connection's thread completes
 * them. After a failure, both threads stop the messages behind it.
 */
final class GroupPublishes {
    private final List<Integer> indexes = new ArrayList<>(1);
    private final List<PreparedMessage> messages = new ArrayList<>(1);
    private final List<@Nullable Outcome> outcomes = new ArrayList<>(1);

    /** Messages from this index on are not published yet. */
    private int published;
    /** The number of published messages that have an outcome. */
    private int answered;

    private boolean ended;

    void add(int index, PreparedMessage preparedMessage) {
        indexes.add(index);
        messages.add(preparedMessage);
        outcomes.add(null);
    }

    int size() {
        return messages.size();
    }

    synchronized int next() {
        return published;
    }

    PreparedMessage message(int position) {
        return messages.get(position);
    }

    /** Whether messages are left to publish, now or after those in flight. */
    synchronized boolean isOpen() {
        return !ended && published < size();
    }

    /** Marks the next message as published; false if an earlier one has failed. */
    synchronized boolean publish() {
        if (!isOpen()) {
            return false;
        }
        published++;
        return true;
    }

    /** The last message did not leave. */
    synchronized void takeBack() {
        published--;
        ended = true;
    }

    /** Refuses the next message, which stops those behind it. Has no effect until all earlier messages have arrived. */
    synchronized void refuse(Outcome outcome) {
        if (answered == published && !ended) {
            outcomes.set(published, outcome);
            ended = true;
        }
    }

    synchronized void answer(int position, Outcome outcome) {
        if (outcomes.get(position) == null) {
            answered++;
            outcomes.set(position, outcome);
            ended |= !(outcome instanceof Outcome.Delivered);
        }
    }

    /** Copies the outcomes to their places in the batch; {@code rest} is that of messages neither sent nor behind a failure. */
    synchronized void report(Outcome[] all, Outcome rest) {
        boolean behindFailure = false;
        for (int i = 0; i < size(); i++) {
            Outcome outcome = outcomes.get(i);
            if (outcome == null) {
                outcome = behindFailure ? Outcome.NOT_ATTEMPTED : rest;
            } else {
                // A message that is returned behind a failure is not delivered, but is not the cause.
                boolean bystander = behindFailure && outcome instanceof Outcome.Failed;
                outcome = bystander ? Outcome.NOT_ATTEMPTED : outcome;
                behindFailure |= !(outcome instanceof Outcome.Delivered);
            }
            all[indexes.get(i)] = outcome;
        }
    }
}

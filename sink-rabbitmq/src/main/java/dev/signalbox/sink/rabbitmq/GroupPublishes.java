package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one group in a call, in their order. The call's thread publishes them, the connection's thread answers:
 * whichever of the two comes second to a failure stops what comes after it.
 */
final class GroupPublishes {
    private final List<Integer> indexes = new ArrayList<>(1);
    private final List<PreparedMessage> messages = new ArrayList<>(1);
    private final List<@Nullable Outcome> outcomes = new ArrayList<>(1);

    /** From this one on nothing is published. */
    private int published;
    /** How many of the published ones have an answer. */
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

    /** Whether there is something to be published, now or after what is on its way. */
    synchronized boolean isOpen() {
        return !ended && published < size();
    }

    /** Says that the next one is being published; false if something before it has failed. */
    synchronized boolean publish() {
        if (!isOpen()) {
            return false;
        }
        published++;
        return true;
    }

    /** What was to be published last did not leave. */
    synchronized void takeBack() {
        published--;
        ended = true;
    }

    /**
     * The next one would be refused every time, and so nothing behind it goes. It is only its turn when all before it have
     * arrived.
     */
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

    /**
     * Puts the outcomes where they belong.
     *
     * @param rest what became of those that were not published and have nothing before them that failed
     */
    synchronized void report(Outcome[] all, Outcome rest) {
        boolean behindFailure = false;
        for (int i = 0; i < size(); i++) {
            Outcome outcome = outcomes.get(i);
            if (outcome == null) {
                outcome = behindFailure ? Outcome.NOT_ATTEMPTED : rest;
            } else {
                // What came back behind a failure is not there, and it is not what is to blame.
                boolean bystander = behindFailure && outcome instanceof Outcome.Failed;
                outcome = bystander ? Outcome.NOT_ATTEMPTED : outcome;
                behindFailure |= !(outcome instanceof Outcome.Delivered);
            }
            all[indexes.get(i)] = outcome;
        }
    }
}

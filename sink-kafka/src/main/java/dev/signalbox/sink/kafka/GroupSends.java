package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one group in a call, in their order. The call's thread hands them over, the producer's thread answers:
 * whichever of the two comes second to a failure stops what comes after it.
 */
final class GroupSends {
    private static final int NONE = Integer.MAX_VALUE;

    private final List<Integer> indexes = new ArrayList<>(1);
    private final List<PreparedRecord> records = new ArrayList<>(1);
    private final List<@Nullable Outcome> outcomes = new ArrayList<>(1);

    /** Before this one all are answered. */
    private int settled;
    /** From this one on nothing is handed over. */
    private int handed;
    /** The first one that failed. */
    private int failed = NONE;

    private @Nullable SendFailure failure;
    /** The first one that failed through no fault of its own. */
    private int bystander = NONE;

    private boolean ended;
    private int resends;

    void add(int index, PreparedRecord preparedRecord) {
        indexes.add(index);
        records.add(preparedRecord);
        outcomes.add(null);
    }

    int size() {
        return records.size();
    }

    int index(int position) {
        return indexes.get(position);
    }

    PreparedRecord record(int position) {
        return records.get(position);
    }

    synchronized int next() {
        return handed;
    }

    /** Whether there is something to be handed over, now or after what is on its way. */
    synchronized boolean isOpen() {
        return !ended && failed == NONE && bystander == NONE && handed < size();
    }

    synchronized boolean hasUnanswered() {
        return handed > settled;
    }

    /** Says that the next one is being handed over; false if something before it has failed. */
    synchronized boolean markSent() {
        if (!isOpen()) {
            return false;
        }
        handed++;
        return true;
    }

    /** The producer did not take what was being handed over; it is its turn again, or it has failed by itself. */
    synchronized void takeBack(int position, @Nullable SendFailure sendFailure) {
        handed = position;
        if (sendFailure == null) {
            bystander = Math.min(bystander, position);
        } else {
            refuse(sendFailure.outcome());
        }
    }

    /** The next one cannot be sent, and so neither can those behind it. */
    synchronized void refuse(Outcome outcome) {
        // One that was handed over before, to a producer that was given up, stays in doubt.
        if (!(outcomes.get(handed) instanceof Outcome.Unknown)) {
            outcomes.set(handed, outcome);
        }
        ended = true;
    }

    synchronized void succeeded(int position) {
        outcomes.set(position, Outcome.DELIVERED);
    }

    /** Records a failure; true if later ones are on their way that must not arrive now. */
    synchronized boolean failed(int position, SendFailure sendFailure) {
        if (sendFailure.certainty() == SendFailure.WriteCertainty.NOT_AT_FAULT) {
            bystander = Math.min(bystander, position);
        } else if (position < failed) {
            failed = position;
            failure = sendFailure;
        }
        outcomes.set(position, sendFailure.outcome());
        return handed > position + 1;
    }

    /**
     * Draws the line under what was handed over, all of which is answered.
     *
     * @param again whether bystanders may be sent again
     */
    synchronized void settle(boolean again) {
        if (failed == NONE && bystander == NONE) {
            settled = handed;
        } else if (failed <= bystander || !again || resends == BatchSend.MAX_RESENDS) {
            end();
        } else {
            resends++;
            handed = bystander;
            settled = bystander;
            bystander = NONE;
            failed = NONE;
            failure = null;
        }
    }

    /** What follows a failure was kept away with it, or is as doubtful as it is. */
    private void end() {
        ended = true;
        for (int i = failed == NONE ? handed : failed + 1; i < handed; i++) {
            if (!(outcomes.get(i) instanceof Outcome.Delivered)) {
                outcomes.set(i, follower());
            }
        }
    }

    private Outcome follower() {
        if (failure == null || failure.certainty() == SendFailure.WriteCertainty.NOT_WRITTEN) {
            return Outcome.NOT_ATTEMPTED;
        }
        return failure.outcome() instanceof Outcome.Unknown unknown
                ? unknown
                : new Outcome.Unknown("behind a message that may not have arrived: "
                        + failure.outcome().reason());
    }

    /** Gives up waiting: what has no answer is in doubt. */
    synchronized void abandon(Outcome doubt) {
        ended = true;
        for (int i = 0; i < handed; i++) {
            if (outcomes.get(i) == null) {
                outcomes.set(i, doubt);
            }
        }
    }

    synchronized void report(Outcome[] all) {
        for (int i = 0; i < size(); i++) {
            Outcome outcome = outcomes.get(i);
            all[indexes.get(i)] = outcome == null ? Outcome.NOT_ATTEMPTED : outcome;
        }
    }
}

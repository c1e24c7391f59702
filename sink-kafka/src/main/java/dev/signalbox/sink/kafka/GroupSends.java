package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.kafka.KafkaErrors.SendFailure;
import dev.signalbox.sink.kafka.RecordPreparer.PreparedRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one group in a call, in order. The call's thread hands them over and the producer's thread completes
 * them. After a failure, both threads stop the messages behind it.
 */
final class GroupSends {
    private static final int NONE = Integer.MAX_VALUE;

    private final List<Integer> indexes = new ArrayList<>(1);
    private final List<PreparedRecord> records = new ArrayList<>(1);
    private final List<@Nullable Outcome> outcomes = new ArrayList<>(1);

    /** All messages before this index have an outcome. */
    private int settled;
    /** Messages from this index on are not handed over yet. */
    private int handed;

    private int failed = NONE;
    private @Nullable SendFailure failure;
    /** Index of the first message that failed because of another message or the producer. */
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

    PreparedRecord record(int position) {
        return records.get(position);
    }

    synchronized int next() {
        return handed;
    }

    /** Whether messages are left to hand over, now or after those in flight. */
    synchronized boolean isOpen() {
        return !ended && failed == NONE && bystander == NONE && handed < size();
    }

    synchronized boolean hasUnanswered() {
        return handed > settled;
    }

    /** Marks the next message as handed over; false if an earlier one has failed. */
    synchronized boolean markSent() {
        if (!isOpen()) {
            return false;
        }
        handed++;
        return true;
    }

    /** The producer did not accept the message: it becomes the next one again, or fails by itself. */
    synchronized void takeBack(int position, @Nullable SendFailure sendFailure) {
        handed = position;
        if (sendFailure == null) {
            bystander = Math.min(bystander, position);
        } else {
            refuse(sendFailure.outcome());
        }
    }

    /** Refuses the next message, which stops those behind it. */
    synchronized void refuse(Outcome outcome) {
        // A message that was handed over to a retired producer stays unknown.
        if (!(outcomes.get(handed) instanceof Outcome.Unknown)) {
            outcomes.set(handed, outcome);
        }
        ended = true;
    }

    synchronized void succeeded(int position) {
        outcomes.set(position, Outcome.DELIVERED);
    }

    /** Records a failure; true if later messages are in flight that must not arrive now. */
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

    /** Settles the messages handed over, which all have an answer; sends bystanders {@code again} if that is allowed. */
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

    /** Messages behind a failure were not written either, or are as uncertain as the failed one. */
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

    /** Stops waiting: messages without an answer get the outcome {@code doubt}. */
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

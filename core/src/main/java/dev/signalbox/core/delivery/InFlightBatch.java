package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** One batch of an outlet in flight, as the parts of the lanes that it was taken from. */
record InFlightBatch(List<LaneMessages> runs, List<Message> batch, boolean probe, long sentAt) {
    /** The messages of one lane in the batch, in their order. */
    record LaneMessages(Lane lane, List<Lane.QueuedMessage> messages) {}

    /** One message's outcome, which is about this many messages and bytes together. */
    record MessageOutcome(Outcome outcome, int company, long bytes) {}

    static InFlightBatch of(List<LaneMessages> laneMessages, boolean probe, long sentAt) {
        List<Message> batch = new ArrayList<>();
        for (LaneMessages run : laneMessages) {
            run.messages().forEach(queuedMessage -> batch.add(queuedMessage.message));
        }
        return new InFlightBatch(laneMessages, List.copyOf(batch), probe, sentAt);
    }

    /** The outlet of all its messages. */
    Outlet outlet() {
        return runs.getFirst().lane().outlet;
    }

    boolean carries(String id) {
        return batch.stream().anyMatch(message -> message.id().equals(id));
    }

    /**
     * The outcome of each message, in the order of the batch.
     *
     * @param sizeOf how many bytes of a request a message takes
     */
    List<MessageOutcome> results(Answer answer, ToLongFunction<Message> sizeOf) {
        Answer.Mixed mixed = Answer.forBatchOf(batch.size(), answer);
        int company = 0;
        long bytes = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (mixed.known().get(i) == null) {
                company++;
                bytes += sizeOf.applyAsLong(batch.get(i));
            }
        }
        MessageOutcome rest = new MessageOutcome(mixed.rest(), company, bytes);
        List<MessageOutcome> messageOutcomes = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            Outcome known = mixed.known().get(i);
            long size = sizeOf.applyAsLong(batch.get(i));
            messageOutcomes.add(known == null ? rest : new MessageOutcome(known, 1, size));
        }
        return messageOutcomes;
    }

    /** Ids of the messages that may or may not have arrived, according to the answer. */
    List<String> unknown(Answer answer) {
        Answer.Mixed mixed = Answer.forBatchOf(batch.size(), answer);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            Outcome known = mixed.known().get(i);
            if ((known == null ? mixed.rest() : known) instanceof Outcome.Unknown) {
                ids.add(batch.get(i).id());
            }
        }
        return ids;
    }
}

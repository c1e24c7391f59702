package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import java.util.ArrayList;
import java.util.List;

/** One batch on its way, as runs of the lanes that it was taken from. */
record Flight(List<Run> runs, List<Message> batch, boolean probe, long sentAt) {
    /** The messages of one lane in the batch, in their order. */
    record Run(Lane lane, List<Lane.Held> messages) {}

    /**
     * One message's outcome.
     *
     * @param company how many messages the outcome speaks of
     * @param bytes how many bytes those have together
     */
    record Result(Outcome outcome, int company, long bytes) {}

    static Flight of(List<Run> runs, boolean probe, long sentAt) {
        List<Message> batch = new ArrayList<>();
        for (Run run : runs) {
            run.messages().forEach(held -> batch.add(held.message));
        }
        return new Flight(runs, List.copyOf(batch), probe, sentAt);
    }

    boolean carries(String id) {
        return batch.stream().anyMatch(message -> message.id().equals(id));
    }

    /** What the answer says about each message, in the order of the batch. */
    List<Result> results(Answer answer) {
        return switch (answer) {
            case Answer.Whole(Outcome outcome) -> whole(batch, outcome);
            case Answer.Each(List<Outcome> outcomes) when outcomes.size() == batch.size() -> each(batch, outcomes);
            case Answer.Each each ->
                whole(
                        batch,
                        new Outcome.Failed(
                                "the sink answered for " + each.outcomes().size() + " messages"));
            case Answer.Mixed mixed when mixed.known().size() == batch.size() -> mixed(batch, mixed);
            case Answer.Mixed mixed ->
                whole(
                        batch,
                        new Outcome.Failed(
                                "the sink answered for " + mixed.known().size() + " messages"));
        };
    }

    /** Ids of the messages of which the answer leaves open whether they arrived. */
    List<String> unknown(Answer answer) {
        List<Result> results = results(answer);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).outcome() instanceof Outcome.Unknown) {
                ids.add(batch.get(i).id());
            }
        }
        return ids;
    }

    private static List<Result> whole(List<Message> batch, Outcome outcome) {
        long bytes = batch.stream().mapToLong(Message::size).sum();
        Result result = new Result(outcome, batch.size(), bytes);
        return batch.stream().map(message -> result).toList();
    }

    private static List<Result> each(List<Message> batch, List<Outcome> outcomes) {
        List<Result> results = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            results.add(new Result(outcomes.get(i), 1, batch.get(i).size()));
        }
        return results;
    }

    private static List<Result> mixed(List<Message> batch, Answer.Mixed mixed) {
        int company = 0;
        long bytes = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (mixed.known().get(i) == null) {
                company++;
                bytes += batch.get(i).size();
            }
        }
        Result rest = new Result(mixed.rest(), company, bytes);
        List<Result> results = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            Outcome known = mixed.known().get(i);
            results.add(known == null ? rest : new Result(known, 1, batch.get(i).size()));
        }
        return results;
    }
}

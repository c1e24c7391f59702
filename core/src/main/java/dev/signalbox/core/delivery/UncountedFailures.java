package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;

/** Messages whose last attempt failed and was not counted, so that nothing in the source shows it. */
final class UncountedFailures {
    /** Bounded, because a message that another node settles is never removed; the oldest one is dropped. */
    private final int most;

    private final LinkedHashSet<String> ids = new LinkedHashSet<>();

    UncountedFailures(int most) {
        this.most = most;
    }

    /** Notes the first message of a lane that is not done: those behind it may have failed because of it. */
    void note(InFlightBatch.LaneMessages laneMessages, List<Verdict> verdicts, Predicate<Message> owesAnswer) {
        int first = 0;
        while (first < verdicts.size() && verdicts.get(first) instanceof Verdict.Complete) {
            first++;
        }
        if (first < verdicts.size() && laneMessages.lane().group != null) {
            Message message = laneMessages.messages().get(first).message;
            boolean unanswered = verdicts.get(first) instanceof Verdict.Wait && owesAnswer.test(message);
            if (unanswered || verdicts.get(first) instanceof Verdict.Postpone) {
                add(message.id());
            }
        }
    }

    private void add(String id) {
        ids.add(id);
        if (ids.size() > most) {
            ids.removeFirst();
        }
    }

    boolean contains(Message message) {
        return !ids.isEmpty() && ids.contains(message.id());
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    void remove(Message message) {
        if (!ids.isEmpty()) {
            ids.remove(message.id());
        }
    }

    void clear() {
        ids.clear();
    }
}

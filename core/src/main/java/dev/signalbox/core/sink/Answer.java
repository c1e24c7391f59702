package dev.signalbox.core.sink;

import dev.signalbox.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A destination's answer to a batch: one outcome for all of it, or one for each message. */
public sealed interface Answer {
    /** One outcome for the batch: which message caused a failure is unknown unless it was alone. */
    record Whole(Outcome outcome) implements Answer {}

    /** One outcome for each message, in the order of the batch. */
    record Each(List<Outcome> outcomes) implements Answer {
        public Each {
            outcomes = List.copyOf(outcomes);
        }
    }

    /** Outcomes known for single messages, in the order of the batch, and one for all others, which are null. */
    record Mixed(List<@Nullable Outcome> known, Outcome rest) implements Answer {
        // Not compact: a compact constructor's class file drops @Nullable from the list's elements.
        public Mixed(List<@Nullable Outcome> known, Outcome rest) {
            this.known = Collections.unmodifiableList(new ArrayList<>(known));
            this.rest = rest;
        }
    }

    Answer DELIVERED = new Whole(Outcome.DELIVERED);

    /** The answer in its general form; a sink that does not answer for exactly this many messages has failed. */
    static Mixed forBatchOf(int size, Answer answer) {
        Mixed mixed = switch (answer) {
            case Whole(Outcome outcome) -> new Mixed(Collections.nCopies(size, null), outcome);
            case Each(List<Outcome> outcomes) -> new Mixed(new ArrayList<>(outcomes), Outcome.NOT_ATTEMPTED);
            case Mixed known -> known;
        };
        int answered = mixed.known().size();
        return answered == size
                ? mixed
                : new Mixed(
                        Collections.nCopies(size, null),
                        new Outcome.Failed("the sink answered for " + answered + " messages"));
    }
}

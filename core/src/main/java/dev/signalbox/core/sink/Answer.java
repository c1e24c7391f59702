package dev.signalbox.core.sink;

import dev.signalbox.core.delivery.Outcome;
import java.util.List;

/** What a destination said to a batch: one word for all of it, or one for each message. */
public sealed interface Answer {
    /** One outcome for the batch: whose fault a failure was is not known unless the message was alone. */
    record Whole(Outcome outcome) implements Answer {}

    /** One outcome for each message, in the order of the batch. */
    record Each(List<Outcome> outcomes) implements Answer {
        public Each {
            outcomes = List.copyOf(outcomes);
        }
    }

    Answer DELIVERED = new Whole(Outcome.DELIVERED);
}

package dev.signalbox.core.delivery;

import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;

/** Outcomes for tests. */
final class OutcomeFixtures {
    static final Outcome OK = Outcome.DELIVERED;
    static final Outcome BAD = new Outcome.Rejected("400");
    static final Outcome UNSENDABLE = Outcome.Rejected.unsent("no JSON");
    static final Outcome TOO_LARGE = new Outcome.TooLarge("413");
    static final Outcome ERROR = new Outcome.Failed("500");
    static final Outcome DOWN = new Outcome.Unavailable("503");
    static final Outcome SILENT = new Outcome.Unknown("no answer");
    static final Outcome UNTRIED = Outcome.NOT_ATTEMPTED;
    static final Outcome LATER = new Outcome.Postponed("its cluster is away", Duration.ofSeconds(5));

    private OutcomeFixtures() {}

    static Outcome throttled(Duration retryAfter) {
        return new Outcome.Throttled("429", retryAfter);
    }
}

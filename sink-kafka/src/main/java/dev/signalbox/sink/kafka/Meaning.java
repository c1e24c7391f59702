package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;

/**
 * What a failure says.
 *
 * @param outcome about its message
 * @param certainty about where the record is
 * @param broken whether the producer cannot be used any more
 */
record Meaning(Outcome outcome, Certainty certainty, boolean broken) {
    /** Whether the cluster may have the record. */
    enum Certainty {
        /** It does not have it, and the message is to blame, or what the message needs. */
        NOT_THERE,
        /** It does not have it, and nothing is said about the message: it may go again. */
        BYSTANDER,
        /** It may have it. */
        IN_DOUBT
    }

    static Meaning notThere(Outcome outcome) {
        return new Meaning(outcome, Certainty.NOT_THERE, false);
    }

    static Meaning inDoubt(Outcome outcome) {
        return new Meaning(outcome, Certainty.IN_DOUBT, false);
    }

    static Meaning broken(Outcome outcome) {
        return new Meaning(outcome, Certainty.IN_DOUBT, true);
    }
}

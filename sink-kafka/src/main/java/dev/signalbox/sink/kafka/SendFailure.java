package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;

/**
 * What a failure says.
 *
 * @param outcome about its message
 * @param certainty about where the record is
 * @param broken whether the producer cannot be used any more
 */
record SendFailure(Outcome outcome, WriteCertainty certainty, boolean broken) {
    /** Whether the cluster may have the record. */
    enum WriteCertainty {
        /** It does not have it, and the message is to blame, or what the message needs. */
        NOT_WRITTEN,
        /** It does not have it, and nothing is said about the message: it may go again. */
        NOT_AT_FAULT,
        /** It may have it. */
        IN_DOUBT
    }

    static SendFailure notWritten(Outcome outcome) {
        return new SendFailure(outcome, WriteCertainty.NOT_WRITTEN, false);
    }

    static SendFailure inDoubt(Outcome outcome) {
        return new SendFailure(outcome, WriteCertainty.IN_DOUBT, false);
    }

    static SendFailure broken(Outcome outcome) {
        return new SendFailure(outcome, WriteCertainty.IN_DOUBT, true);
    }
}

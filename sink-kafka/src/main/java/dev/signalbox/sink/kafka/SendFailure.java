package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;

/**
 * A failed send.
 *
 * @param outcome the outcome of the message
 * @param certainty whether the record may have been written
 * @param broken whether the producer has become unusable
 */
record SendFailure(Outcome outcome, WriteCertainty certainty, boolean broken) {
    /** Whether the cluster may have written the record. */
    enum WriteCertainty {
        /** Not written; the message, or a resource it needs, is the cause. */
        NOT_WRITTEN,
        /** Not written; the message is not the cause and may be sent again. */
        NOT_AT_FAULT,
        /** Possibly written. */
        IN_DOUBT
    }
}

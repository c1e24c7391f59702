package dev.signalbox.client.webhook;

import java.time.Instant;

/** The result of verifying a webhook. */
public sealed interface Verification {
    /**
     * One of the secrets signed it, and it is recent.
     *
     * @param messageId the id of the message, the same in each delivery: give it to the inbox. With FlowCatalyst's signature it
     *     is empty, because that signature does not cover the id
     * @param sentAt when it was signed
     */
    record Verified(String messageId, Instant sentAt) implements Verification {}

    /**
     * It must not be processed. Answer with 401 or 400.
     *
     * @param explanation for your log: says what is wrong, without secrets
     */
    record Refused(Reason reason, String explanation) implements Verification {}

    /** Why a webhook is refused. */
    enum Reason {
        /** A header that the signature needs is missing or too long. */
        MISSING_HEADER,
        /** The timestamp is not written as it must be. */
        INVALID_TIMESTAMP,
        /** It was signed too long ago: a repetition of an old request, or the clocks differ. */
        TOO_OLD,
        /** It was signed in the future: the clocks differ. */
        TOO_NEW,
        /** None of the secrets gives one of its signatures: a forgery, a changed body, or the wrong secret. */
        WRONG_SIGNATURE
    }

    /** Whether it may be processed. */
    default boolean isVerified() {
        return this instanceof Verified;
    }
}

package dev.signalbox.core.admin;

import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All that the database knows about one message.
 *
 * @param shard the part of the relay's messages that it belongs to
 * @param claim who holds it, null if nobody does
 * @param ahead the first of those that must be delivered before it, null if there is none
 * @param deadLetter a failed message that holds up the whole group until somebody decides about it, null if none does
 */
public record MessageDetails(
        MessageSummary summary,
        int shard,
        PayloadText payload,
        @Nullable ClaimHolder claim,
        Suspicion suspicion,
        @Nullable GroupMessage ahead,
        @Nullable GroupMessage deadLetter) {

    /**
     * The payload as text.
     *
     * @param bytes its size in the database
     * @param cut whether the text is only its beginning
     */
    public record PayloadText(String text, long bytes, boolean cut) {}

    /**
     * Somebody's claim.
     *
     * @param incarnation whose, null if nobody of us recorded it
     * @param node the node of that incarnation, null if it has ended
     * @param until when a claim that nobody of us recorded is taken back, null if that does not apply
     */
    public record ClaimHolder(
            @Nullable String incarnation,
            @Nullable String node,
            @Nullable Instant since,
            @Nullable Instant until) {}

    /** Another message of the group. */
    public record GroupMessage(
            String id, MessageState state, @Nullable String reason) {}
}

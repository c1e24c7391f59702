package dev.signalbox.core.admin;

import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the database knows about one message.
 *
 * @param shard the shard that it belongs to
 * @param claim its claim, null if it is not claimed
 * @param ahead the first of the messages that must be delivered before it, null if there is none
 * @param deadLetter a failed message that holds up the group until an operator retries or discards it, null if there is
 *     none
 */
public record MessageDetails(
        MessageSummary summary,
        int shard,
        PayloadText payload,
        @Nullable ClaimHolder claim,
        Suspicion suspicion,
        @Nullable GroupMessage ahead,
        @Nullable GroupMessage deadLetter) {

    /** The payload as text, or its beginning if it is {@code cut}, with its size in the database. */
    public record PayloadText(String text, long bytes, boolean cut) {}

    /**
     * A claim on the message.
     *
     * @param incarnation the owner, null if no Signalbox node recorded the claim
     * @param node the node of that incarnation, null if it has ended
     * @param until when a claim of another program expires, null if that does not apply
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

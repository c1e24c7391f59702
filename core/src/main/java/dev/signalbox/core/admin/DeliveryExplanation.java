package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why a message is not delivered yet, or what became of it. */
public sealed interface DeliveryExplanation {
    /** It is delivered. */
    record Delivered(@Nullable Instant at) implements DeliveryExplanation {}

    /** It was given up and waits for somebody to retry or discard it. */
    record DeadLetter(@Nullable Instant at, @Nullable String reason) implements DeliveryExplanation {}

    /** Another message of its group comes first. */
    record Predecessor(String id, MessageState state) implements DeliveryExplanation {}

    /** It failed, or its group did, and is tried again at this time. */
    record Backoff(Instant until, int attempts, @Nullable String lastError) implements DeliveryExplanation {}

    /** The destination cannot be used now, for any message. */
    record DestinationUnavailable(String reason, Instant since, Instant nextProbe) implements DeliveryExplanation {}

    /** An operator has paused the relay; null where only the fact is known. */
    record Paused(
            @Nullable Instant since,
            @Nullable String by,
            @Nullable String reason) implements DeliveryExplanation {}

    /** It is on its way. */
    record InFlight(Instant since) implements DeliveryExplanation {}

    /** It was sent or given back, and that is being written down. */
    record Recording() implements DeliveryExplanation {}

    /** It is in this node's memory and waits for a free request. */
    record Queued() implements DeliveryExplanation {}

    /** A node of ours has claimed it; one without a name has ended, and its claims are taken back soon. */
    record ClaimedByNode(
            @Nullable String node,
            String incarnation,
            @Nullable Instant since) implements DeliveryExplanation {}

    /** Its row is marked as being processed, and nobody of us did that. */
    record ClaimedByStranger(
            @Nullable Instant since, @Nullable Instant until) implements DeliveryExplanation {}

    /** Another node works on its shard, and can say more; null if it is not known which. */
    record OwnedByNode(@Nullable String node, int shard) implements DeliveryExplanation {}

    /** A dead letter holds up its group until somebody retries or discards it. */
    record GroupHeld(String deadLetter, @Nullable String reason) implements DeliveryExplanation {}

    /** No node works on its shard at the moment. */
    record NoOwner(int shard) implements DeliveryExplanation {}

    /** Nothing keeps it: it is taken with one of the next claims. */
    record NextInLine() implements DeliveryExplanation {}
}

package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One reason why a message is not delivered yet, or its final state. */
public sealed interface DeliveryExplanation {
    /** It is delivered. */
    record Delivered(@Nullable Instant at) implements DeliveryExplanation {}

    /** It is a dead letter until an operator retries or discards it. */
    record DeadLetter(@Nullable Instant at, @Nullable String reason) implements DeliveryExplanation {}

    /** Another message of its group comes first. */
    record Predecessor(String id, MessageState state) implements DeliveryExplanation {}

    /** It failed, or its group did; the next attempt is at this time. */
    record Backoff(Instant until, int attempts, @Nullable String lastError) implements DeliveryExplanation {}

    /** The destination is unavailable for all messages. */
    record DestinationUnavailable(String reason, Instant since, Instant nextProbe) implements DeliveryExplanation {}

    /** An operator has paused the relay; null if no details are known. */
    record Paused(
            @Nullable Instant since,
            @Nullable String by,
            @Nullable String reason) implements DeliveryExplanation {}

    /** It is in flight. */
    record InFlight(Instant since) implements DeliveryExplanation {}

    /** Its verdict is being recorded. */
    record Recording() implements DeliveryExplanation {}

    /** It is in this node's memory and waits for a free request. */
    record Queued() implements DeliveryExplanation {}

    /** A node has claimed it; without a name, the node has ended and its claims are recovered soon. */
    record ClaimedByNode(
            @Nullable String node,
            String incarnation,
            @Nullable Instant since) implements DeliveryExplanation {}

    /** Its row is marked as being processed, but not by a Signalbox node. */
    record ClaimedByStranger(
            @Nullable Instant since, @Nullable Instant until) implements DeliveryExplanation {}

    /** Another node works on its shard and knows more; null if that node is unknown. */
    record OwnedByNode(@Nullable String node, int shard) implements DeliveryExplanation {}

    /** A dead letter holds up its group until an operator retries or discards it. */
    record GroupHeld(String deadLetter, @Nullable String reason) implements DeliveryExplanation {}

    /** No node works on its shard at the moment. */
    record NoOwner(int shard) implements DeliveryExplanation {}

    /** Nothing holds it up: one of the next claims takes it. */
    record NextInLine() implements DeliveryExplanation {}
}

package dev.signalbox.core.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why a message is not delivered yet, or what became of it. */
public sealed interface Reason {
    /** It is delivered. */
    record Delivered(@Nullable Instant at) implements Reason {}

    /** It was given up and waits for somebody to retry or discard it. */
    record DeadLetter(@Nullable Instant at, @Nullable String reason) implements Reason {}

    /** Another message of its group comes first. */
    record Predecessor(String id, MessageState state) implements Reason {}

    /** It failed, or its group did, and is tried again at this time. */
    record Backoff(Instant until, int attempts, @Nullable String lastError) implements Reason {}

    /** The destination cannot be used now, for any message. */
    record DestinationUnavailable(String reason, Instant since, Instant nextProbe) implements Reason {}

    /** An operator has paused the relay; null where only the fact is known. */
    record Paused(
            @Nullable Instant since,
            @Nullable String by,
            @Nullable String reason) implements Reason {}

    /** It is on its way. */
    record InFlight(Instant since) implements Reason {}

    /** It was sent or given back, and that is being written down. */
    record Recording() implements Reason {}

    /** It is in this node's memory and waits for a free request. */
    record Queued() implements Reason {}

    /** A node of ours has claimed it; one without a name has ended, and its claims are taken back soon. */
    record ClaimedByNode(
            @Nullable String node,
            String incarnation,
            @Nullable Instant since) implements Reason {}

    /** Its row is marked as being processed, and nobody of us did that. */
    record ClaimedByStranger(
            @Nullable Instant since, @Nullable Instant until) implements Reason {}

    /** Another node works on its shard, and can say more; null if it is not known which. */
    record OwnedByNode(@Nullable String node, int shard) implements Reason {}

    /** A dead letter holds up its group until somebody retries or discards it. */
    record GroupHeld(String deadLetter, @Nullable String reason) implements Reason {}

    /** No node works on its shard at the moment. */
    record NoOwner(int shard) implements Reason {}

    /** Nothing keeps it: it is taken with one of the next claims. */
    record NextInLine() implements Reason {}
}

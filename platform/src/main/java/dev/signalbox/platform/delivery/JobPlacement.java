package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a job waits, and for what of the queue. What its target, circuit and pool say is not part of it.
 *
 * @param stream its outlet
 * @param shard which of the relay's shards it belongs to
 * @param owner the name of the node that delivers its stream; null if none does
 * @param group its group within the stream; null if there is none, or it waits no more
 * @param waits whether it is in its stream; if not, it has ended or is scheduled
 * @param inHand whether a node has claimed it
 * @param deferred whether its row was moved out of the queue, because its group is held
 * @param notBefore when it is due, if that is later than now
 * @param behind the job before it in its group; null if it is the first, there is no order, or it is too far away to find
 * @param heldBy the job that was given up and holds its group
 * @param expiresAt when it ends undelivered; null for never. While its group is held, this moves on
 */
public record JobPlacement(
        long stream,
        int shard,
        @Nullable String owner,
        @Nullable String group,
        boolean waits,
        boolean inHand,
        boolean deferred,
        @Nullable Instant notBefore,
        @Nullable Tsid behind,
        @Nullable Tsid heldBy,
        @Nullable Instant expiresAt) {}

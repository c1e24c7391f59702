package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a dispatcher.
 *
 * @param owner the incarnation that it works for, null if it does not own the relay
 * @param trustedUntil when the owner's lease stops being trusted, in the relay's monotonic nanoseconds
 * @param busy the shards that it holds messages of, or may be about to
 * @param waiting groups and messages that wait for their next attempt
 * @param outage why the only outlet is unavailable, null if it is not or there may be several
 * @param unavailableOutlets how many outlets have an open circuit
 */
public record DispatcherStatus(
        @Nullable Incarnation owner,
        long trustedUntil,
        Shards shards,
        Shards busy,
        int held,
        long heldBytes,
        int requests,
        int waiting,
        @Nullable String outage,
        boolean paused,
        boolean stopping,
        int emptyPolls,
        Duration untilNextPoll,
        int unavailableOutlets) {

    /** The shards that it neither works on nor holds messages of. */
    public Shards drained() {
        return Shards.ALL.minus(shards).minus(busy);
    }

    /** The same at this time: without an owner if its lease is not trusted any more. */
    public DispatcherStatus at(long now) {
        return now < trustedUntil
                ? this
                : new DispatcherStatus(
                        null,
                        trustedUntil,
                        Shards.NONE,
                        busy,
                        held,
                        heldBytes,
                        requests,
                        waiting,
                        outage,
                        paused,
                        stopping,
                        emptyPolls,
                        untilNextPoll,
                        unavailableOutlets);
    }
}

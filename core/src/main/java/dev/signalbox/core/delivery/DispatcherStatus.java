package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A look at a dispatcher.
 *
 * @param owner the incarnation for which it works, null if the relay is not ours
 * @param trustedUntil when the owner's lease ends to be trusted, in the relay's monotonic nanoseconds
 * @param shards the shards that it works on
 * @param busy the shards of which it holds something or may be about to
 * @param held messages claimed and not yet settled
 * @param waiting groups and messages that wait for their next attempt
 * @param emptyLooks how often nothing was found, one after the other
 * @param untilNextLook how long it waits until it looks again, if nothing happens
 * @param outage why the destination is thought to be unavailable, null if it is not
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
        int emptyLooks,
        Duration untilNextLook) {

    /** The shards that it neither works on nor holds anything of. */
    public Shards drained() {
        return Shards.ALL.minus(shards).minus(busy);
    }

    /** The same as seen at this time: an owner that cannot trust its lease must not be called one. */
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
                        emptyLooks,
                        untilNextLook);
    }
}

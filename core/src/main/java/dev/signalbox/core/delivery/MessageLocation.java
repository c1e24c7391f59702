package dev.signalbox.core.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a dispatcher knows about one message, relative to the moment of asking; null where it does not apply. */
public record MessageLocation(
        DispatcherState dispatcher,
        Stage stage,
        @Nullable Duration sentFor,
        @Nullable Duration waitsFor,
        @Nullable Outage outage,
        OutletState outlet) {

    /** Whether the dispatcher may work on the message's shard, and whether it works at all. */
    public record DispatcherState(boolean owned, boolean paused, boolean stopping) {}

    /** Where the message is. */
    public enum Stage {
        /** Not here. */
        ABSENT,
        /** Held in memory, and waits to be sent. */
        QUEUED,
        /** In flight. */
        IN_FLIGHT,
        /** Has a verdict that is not recorded yet. */
        RECORDING
    }

    /**
     * What the message's outlet waits for.
     *
     * @param startsIn when its pool may let a request begin; null if it does not wait for its pool, or if that is when
     *     a running request ends
     */
    public record OutletState(
            boolean paused, boolean waitsForPool, @Nullable Duration startsIn) {
        static final OutletState FREE = new OutletState(false, false, null);
    }

    /** Why nothing is sent, since when, and when the next probe is due. */
    public record Outage(String reason, Duration since, Duration nextProbe) {}
}

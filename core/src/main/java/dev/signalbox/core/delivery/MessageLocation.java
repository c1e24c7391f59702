package dev.signalbox.core.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatcher knows about one message. Times are distances from the moment of asking.
 *
 * @param sentFor how long it has been on its way, null unless it is
 * @param waitsFor null unless it or its group waits for the next attempt
 * @param outage null unless the destination is thought to be unavailable
 */
public record MessageLocation(
        DispatcherState dispatcher,
        Stage stage,
        @Nullable Duration sentFor,
        @Nullable Duration waitsFor,
        @Nullable Outage outage) {

    /**
     * How the dispatcher itself stands.
     *
     * @param owned whether it may work on the message's shard
     */
    public record DispatcherState(boolean owned, boolean paused, boolean stopping) {}

    /** Where the message is. */
    public enum Stage {
        /** Not here. */
        ABSENT,
        /** Held in memory, and waits to be sent. */
        QUEUED,
        /** On its way to the destination. */
        IN_FLIGHT,
        /** Answered or given back, which is yet to be recorded. */
        RECORDING
    }

    /** Why nothing is sent, since when, and when the destination is tried again. */
    public record Outage(String reason, Duration since, Duration nextProbe) {}
}

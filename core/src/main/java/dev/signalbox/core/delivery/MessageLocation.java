package dev.signalbox.core.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatcher knows about one message. Times are relative to the moment of asking.
 *
 * @param sentFor how long it has been in flight, null unless it is
 * @param waitsFor null unless it or its group waits for the next attempt
 * @param outage null unless the destination is unavailable
 */
public record MessageLocation(
        DispatcherState dispatcher,
        Stage stage,
        @Nullable Duration sentFor,
        @Nullable Duration waitsFor,
        @Nullable Outage outage) {

    /**
     * The state of the dispatcher itself.
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
        /** In flight. */
        IN_FLIGHT,
        /** Has a verdict that is not recorded yet. */
        RECORDING
    }

    /** Why nothing is sent, since when, and when the next probe is due. */
    public record Outage(String reason, Duration since, Duration nextProbe) {}
}

package dev.signalbox.runtime.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.signalbox.core.delivery.DispatcherStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One relay as the administration API shows it.
 *
 * @param destination where its messages go, without credentials
 * @param state what it is doing on this node
 * @param held messages claimed and not yet settled
 * @param inFlight requests to the destination in progress
 * @param waiting groups and messages that wait for their next attempt
 * @param ratePerSecond messages delivered by this node, over the last minute
 * @param problem why the relay does not work as it should, null if it does
 * @param storedState what its database records, null if it was not queried
 */
public record RelayView(
        String name,
        String source,
        String sink,
        String table,
        String destination,
        State state,
        int held,
        long heldBytes,
        int inFlight,
        int waiting,
        double ratePerSecond,
        @Nullable String problem,
        @JsonUnwrapped @Nullable StoredState storedState) {

    /** What a relay is doing on this node. */
    public enum State {
        /** Not ready yet. */
        STARTING,
        /** Other nodes deliver; this one is ready to take over. */
        STANDBY,
        /** This node delivers. */
        DELIVERING,
        /** This node would deliver, but an operator has paused the relay. */
        PAUSED,
        /** This node would deliver, but the destination is unavailable. */
        OUTAGE,
        /** It only shows what it would send. */
        DRY_RUN,
        /** It settles its claimed messages and ends. */
        STOPPING;

        /** What a relay does whose dispatcher says this. */
        public static State of(DispatcherStatus status) {
            if (status.stopping()) {
                return STOPPING;
            }
            // A node that shares a relay with others may own no shard at the moment.
            if (status.owner() == null || (!status.paused() && status.shards().isEmpty())) {
                return STANDBY;
            }
            if (status.paused()) {
                return PAUSED;
            }
            return status.outage() == null ? DELIVERING : OUTAGE;
        }
    }

    /**
     * What the database records about a relay.
     *
     * @param oldestAgeSeconds the age of the oldest waiting message, null if none waits
     * @param oldestAgeEstimated whether there may be an older one
     * @param owners the nodes that work on it, if they are recorded
     * @param holding the claim mode
     * @param coordination how the nodes share the work
     */
    public record StoredState(
            @Nullable Estimate backlog,
            @Nullable Double oldestAgeSeconds,
            @Nullable Boolean oldestAgeEstimated,
            List<Owner> owners,
            @Nullable PauseView pause,
            String holding,
            String coordination) {
        public StoredState {
            owners = List.copyOf(owners);
        }
    }

    /** A number that may be an estimate. */
    public record Estimate(long value, boolean estimated) {}

    /** A node, and how many of the relay's shards it owns. */
    public record Owner(String node, int shards) {}

    /** When, by whom and why the relay was paused. */
    public record PauseView(
            Instant since, @Nullable String by, @Nullable String reason) {}

    /** This view with what its database records. */
    public RelayView with(@Nullable StoredState more, @Nullable String trouble) {
        boolean paused = more != null && more.pause() != null;
        boolean rests = paused && (state == State.DELIVERING || state == State.OUTAGE);
        return new RelayView(
                name,
                source,
                sink,
                table,
                destination,
                rests ? State.PAUSED : state,
                held,
                heldBytes,
                inFlight,
                waiting,
                ratePerSecond,
                problem == null ? trouble : problem,
                more);
    }
}

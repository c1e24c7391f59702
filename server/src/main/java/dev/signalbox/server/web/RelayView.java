package dev.signalbox.server.web;

import org.jspecify.annotations.Nullable;

/**
 * One relay as the administration API shows it.
 *
 * @param destination where its messages go, without credentials
 * @param state what it is doing
 * @param held messages claimed and not yet settled
 * @param waiting groups and messages that wait for their next attempt
 * @param problem what keeps it from working as it should, null if nothing does
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
        int requestsInFlight,
        int waiting,
        @Nullable String problem) {

    /** What a relay is doing. */
    public enum State {
        /** Not ready yet. */
        STARTING,
        /** Another node delivers; this one would take over. */
        STANDBY,
        /** This node delivers. */
        DELIVERING,
        /** This node would deliver, but the destination is unavailable. */
        PAUSED,
        /** It settles what it holds and ends. */
        STOPPING
    }
}

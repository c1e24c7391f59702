package dev.signalbox.example.notifications.listener;

import java.time.Instant;

/**
 * The state of a listener.
 *
 * @param detail what it waits for; empty while it listens
 */
public record ListenerState(String queue, Phase phase, String detail, Instant since) {
    /** The phases of a listener. */
    public enum Phase {
        /** It has no connection to the broker. */
        CONNECTING,
        /** The producer has not created the queues yet. */
        WAITING_FOR_QUEUES,
        /** It receives messages. */
        LISTENING,
        /** It was stopped. */
        STOPPED
    }
}

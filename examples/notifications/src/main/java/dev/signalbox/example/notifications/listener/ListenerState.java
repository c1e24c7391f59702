package dev.signalbox.example.notifications.listener;

import java.time.Instant;

/**
 * What a listener is doing.
 *
 * @param detail what it waits for; empty while it listens
 */
public record ListenerState(String queue, Phase phase, String detail, Instant since) {
    /** How far it has come. */
    public enum Phase {
        /** It has no connection to the broker. */
        CONNECTING,
        /** The producer has not made the queues yet. */
        WAITING_FOR_QUEUES,
        /** It takes messages. */
        LISTENING,
        /** It was told to end. */
        STOPPED
    }
}

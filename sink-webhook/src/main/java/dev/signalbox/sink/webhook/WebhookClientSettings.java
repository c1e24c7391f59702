package dev.signalbox.sink.webhook;

import java.time.Duration;

/**
 * The limits of a client.
 *
 * @param maxConnections open connections in all
 * @param maxConnectionsPerTarget open connections to one scheme, host and port; further requests wait within their time-out
 * @param connectTimeout for establishing a connection to one address, and again for its TLS handshake
 */
public record WebhookClientSettings(
        TargetRules targets, int maxConnections, int maxConnectionsPerTarget, Duration connectTimeout) {
    private static final int MOST_CONNECTIONS = 100_000;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    public WebhookClientSettings {
        checkRange("connections", maxConnections);
        checkRange("connections per target", maxConnectionsPerTarget);
        if (connectTimeout.toMillis() < 1 || connectTimeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "connect time-out " + connectTimeout + " is not between 1 ms and " + LONGEST);
        }
    }

    private static void checkRange(String name, int value) {
        if (value < 1 || value > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(value + " " + name + " are not between 1 and " + MOST_CONNECTIONS);
        }
    }
}

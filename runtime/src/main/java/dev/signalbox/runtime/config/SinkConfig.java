package dev.signalbox.runtime.config;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A destination.
 *
 * @param baseUrl how it is reached; of a broker only to be shown
 * @param kafka what a Kafka cluster needs besides
 * @param rabbit what a RabbitMQ broker needs besides
 */
public record SinkConfig(
        String name,
        Type type,
        URI baseUrl,
        Optional<String> path,
        Optional<Secret> token,
        Timeouts timeouts,
        Limits limits,
        Optional<KafkaConfig> kafka,
        Optional<RabbitConfig> rabbit) {

    /** A sink that is no RabbitMQ broker. */
    SinkConfig(
            String name,
            Type type,
            URI baseUrl,
            Optional<String> path,
            Optional<Secret> token,
            Timeouts timeouts,
            Limits limits,
            Optional<KafkaConfig> kafka) {
        this(name, type, baseUrl, path, token, timeouts, limits, kafka, Optional.empty());
    }

    /** What speaks at the other end. */
    public enum Type {
        /** An HTTP API that takes a JSON array. */
        HTTP,
        /** A Kafka cluster. */
        KAFKA,
        /** A RabbitMQ broker. */
        RABBITMQ
    }

    /**
     * How long to wait for what.
     *
     * @param total the longest that one request may take from its beginning to the last byte of its answer
     * @param retryAfterCap the longest wait that the destination may ask for
     */
    public record Timeouts(Duration connect, Duration request, Duration total, Duration retryAfterCap) {}

    /** How much at once. */
    public record Limits(int batchSize, long batchBytes, long maxResponseBytes, int maxConcurrentRequests) {}
}

package dev.signalbox.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a Kafka cluster needs to know.
 *
 * @param topics rules as {@code types=topic}; the first for a message's type decides
 * @param transactions for pairs that deliver exactly once
 * @param client settings of Kafka's producer by its own names; some are secrets
 */
public record KafkaConfig(
        String bootstrapServers,
        String topic,
        List<String> topics,
        RecordKey key,
        Optional<String> cloudEventsSource,
        String cloudEventsContentType,
        boolean eventHeaders,
        Duration idleTimeout,
        Transactions transactions,
        Map<String, String> client) {

    /**
     * How transactions are named.
     *
     * @param cursorTopic the compacted topic of the notes
     * @param idPrefix what every {@code transactional.id} begins with
     */
    public record Transactions(String cursorTopic, String idPrefix) {}

    /** What decides about a record's partition. */
    public enum RecordKey {
        /** The message's group, or nothing. */
        GROUP,
        /** The message's id. */
        ID
    }

    @Override
    public String toString() {
        return "KafkaConfig[" + bootstrapServers + ", topic=" + topic + "]";
    }
}

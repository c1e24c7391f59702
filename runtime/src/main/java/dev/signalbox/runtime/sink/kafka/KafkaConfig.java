package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkEnvironment;
import dev.signalbox.runtime.sink.SinkFactory;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSinkSettings.RecordKey;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Kafka cluster.
 *
 * @param topics rules as {@code types=topic}; the first that matches a message's type applies
 * @param transactions for feeds that deliver exactly once
 * @param client settings of Kafka's producer by their own names; some are secrets
 */
public record KafkaConfig(
        Common common,
        String bootstrapServers,
        String topic,
        List<String> topics,
        RecordKey key,
        Optional<String> cloudEventsSource,
        String cloudEventsContentType,
        boolean eventHeaders,
        Duration idleTimeout,
        Transactions transactions,
        Map<String, String> client)
        implements SinkConfig {

    /**
     * The names that transactions use.
     *
     * @param cursorTopic the compacted topic of the checkpoints
     * @param idPrefix the prefix of every {@code transactional.id}
     */
    public record Transactions(String cursorTopic, String idPrefix) {}

    @Override
    public SinkType type() {
        return KafkaSinkType.INSTANCE;
    }

    /** The default if Kafka refuses the settings, which is reported elsewhere. */
    @Override
    public Duration longestSend() {
        try {
            return cluster(client).longestSend();
        } catch (IllegalArgumentException e) {
            return KafkaClusterSettings.of(name(), bootstrapServers).longestSend();
        }
    }

    @Override
    public URI address(Optional<String> path) {
        return URI.create("kafka://" + bootstrapServers);
    }

    @Override
    public void check(SettingValues settingValues) {
        KafkaRules.check(settingValues, this);
    }

    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return new KafkaSinkFactory(this, environment);
    }

    /** @throws IllegalArgumentException if Kafka's producer refuses its settings */
    KafkaClusterSettings cluster(Map<String, String> settingsOfClient) {
        return new KafkaClusterSettings(name(), bootstrapServers, settingsOfClient, idleTimeout);
    }

    @Override
    public String toString() {
        return "KafkaConfig[" + bootstrapServers + ", topic=" + topic + "]";
    }
}

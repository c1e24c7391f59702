package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkEnvironment;
import dev.signalbox.runtime.sink.SinkFactory;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.kafka.CloudEvents;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSinkSettings.RecordKey;
import dev.signalbox.sink.kafka.TopicTemplate;
import dev.signalbox.sink.kafka.TransactionSettings;
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
    public void check(SettingValues values) {
        check(values, this);
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

    static void check(SettingValues values, KafkaConfig kafka) {
        String sink = kafka.name();
        SinkSettings.judge(values, KafkaSinkType.CLIENT, sink, () -> kafka.cluster(kafka.client()));
        SinkSettings.judge(values, KafkaSinkType.TOPIC, sink, () -> TopicTemplate.of(kafka.topic()));
        for (String rule : kafka.topics()) {
            SinkSettings.judge(
                    values,
                    KafkaSinkType.TOPICS,
                    sink,
                    () -> TopicTemplate.of(rule.substring(rule.indexOf('=') + 1).strip()));
        }
        Transactions names = kafka.transactions();
        SinkSettings.judge(
                values,
                KafkaSinkType.CURSOR_TOPIC,
                sink,
                () -> new TransactionSettings(names.idPrefix(), names.cursorTopic()));
        kafka.cloudEventsSource()
                .ifPresent(source -> SinkSettings.judge(
                        values, KafkaSinkType.CLOUD_EVENTS_SOURCE, sink, () -> CloudEvents.from(source)));
    }
}

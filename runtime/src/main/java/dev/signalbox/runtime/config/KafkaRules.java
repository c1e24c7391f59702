package dev.signalbox.runtime.config;

import dev.signalbox.sink.kafka.CloudEvents;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.TopicTemplate;
import dev.signalbox.sink.kafka.TransactionSettings;
import java.time.Duration;

/** Asks the sink what it thinks of settings for Kafka. */
final class KafkaRules {
    private KafkaRules() {}

    static void check(SettingValues settingValues, String sink, KafkaConfig kafka) {
        refused(settingValues, KafkaSettings.CLIENT, sink, () -> cluster(sink, kafka));
        refused(settingValues, KafkaSettings.TOPIC, sink, () -> TopicTemplate.of(kafka.topic()));
        for (String rule : kafka.topics()) {
            refused(
                    settingValues,
                    KafkaSettings.TOPICS,
                    sink,
                    () -> TopicTemplate.of(rule.substring(rule.indexOf('=') + 1).strip()));
        }
        KafkaConfig.Transactions names = kafka.transactions();
        refused(
                settingValues,
                KafkaSettings.CURSOR_TOPIC,
                sink,
                () -> new TransactionSettings(names.idPrefix(), names.cursorTopic()));
        kafka.cloudEventsSource()
                .ifPresent(source -> refused(
                        settingValues, KafkaSettings.CLOUD_EVENTS_SOURCE, sink, () -> CloudEvents.from(source)));
    }

    private static void refused(SettingValues settingValues, Setting<?> setting, String sink, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            settingValues.contradiction(setting, sink, String.valueOf(e.getMessage()));
        }
    }

    private static KafkaClusterSettings cluster(String name, KafkaConfig kafka) {
        return new KafkaClusterSettings(name, kafka.bootstrapServers(), kafka.client(), kafka.idleTimeout());
    }

    /** The longest that a call may take; the usual time if the settings are refused anyway. */
    static Duration longestSend(KafkaConfig kafka) {
        try {
            return cluster("any", kafka).longestSend();
        } catch (IllegalArgumentException e) {
            return KafkaClusterSettings.of("any", kafka.bootstrapServers()).longestSend();
        }
    }
}

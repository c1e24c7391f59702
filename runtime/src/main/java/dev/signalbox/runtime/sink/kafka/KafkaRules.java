package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.sink.kafka.CloudEvents;
import dev.signalbox.sink.kafka.TopicTemplate;
import dev.signalbox.sink.kafka.TransactionSettings;

/** Lets the sink validate settings for Kafka. */
final class KafkaRules {
    private KafkaRules() {}

    static void check(SettingValues settingValues, KafkaConfig kafka) {
        String sink = kafka.name();
        SinkSettings.judge(settingValues, KafkaSettings.CLIENT, sink, () -> kafka.cluster(kafka.client()));
        SinkSettings.judge(settingValues, KafkaSettings.TOPIC, sink, () -> TopicTemplate.of(kafka.topic()));
        for (String rule : kafka.topics()) {
            SinkSettings.judge(
                    settingValues,
                    KafkaSettings.TOPICS,
                    sink,
                    () -> TopicTemplate.of(rule.substring(rule.indexOf('=') + 1).strip()));
        }
        KafkaConfig.Transactions names = kafka.transactions();
        SinkSettings.judge(
                settingValues,
                KafkaSettings.CURSOR_TOPIC,
                sink,
                () -> new TransactionSettings(names.idPrefix(), names.cursorTopic()));
        kafka.cloudEventsSource()
                .ifPresent(source -> SinkSettings.judge(
                        settingValues, KafkaSettings.CLOUD_EVENTS_SOURCE, sink, () -> CloudEvents.from(source)));
    }
}

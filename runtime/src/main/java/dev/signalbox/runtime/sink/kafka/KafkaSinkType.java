package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkCapability;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A Kafka cluster. */
public final class KafkaSinkType implements SinkType {
    public static final KafkaSinkType INSTANCE = new KafkaSinkType();

    private KafkaSinkType() {}

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Set<SinkCapability> capabilities() {
        return Set.of(SinkCapability.ROUTES, SinkCapability.EXACTLY_ONCE);
    }

    @Override
    public List<Setting<?>> settings() {
        return KafkaSettings.ALL;
    }

    @Override
    public SettingSection section() {
        return new SettingSection(
                "Sinks of type `kafka`", "See [Kafka](sinks/kafka.md) for what they mean.\n", KafkaSettings.ALL);
    }

    @Override
    public SinkConfig read(SettingValues settingValues, String sink) {
        return new KafkaConfig(
                SinkSettings.read(settingValues, sink, KafkaSettings.BATCH_SIZE),
                SinkSettings.needed(settingValues, KafkaSettings.BOOTSTRAP_SERVERS, sink)
                        .orElse("localhost:9092"),
                settingValues.read(KafkaSettings.TOPIC, sink),
                settingValues.read(KafkaSettings.TOPICS, sink).orElse(List.of()),
                settingValues.read(KafkaSettings.KEY, sink),
                settingValues.read(KafkaSettings.CLOUD_EVENTS_SOURCE, sink),
                settingValues.read(KafkaSettings.CLOUD_EVENTS_CONTENT_TYPE, sink),
                settingValues.read(SinkSettings.EVENT_HEADERS, sink),
                settingValues.read(KafkaSettings.IDLE_TIMEOUT, sink),
                new KafkaConfig.Transactions(
                        settingValues.read(KafkaSettings.CURSOR_TOPIC, sink),
                        settingValues.read(KafkaSettings.TRANSACTIONAL_ID_PREFIX, sink)),
                settingValues.read(KafkaSettings.CLIENT, sink).orElse(Map.of()));
    }
}

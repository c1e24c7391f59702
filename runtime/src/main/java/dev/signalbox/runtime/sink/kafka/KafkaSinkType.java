package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.Values;
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
    public SinkConfig read(Values values, String sink) {
        return new KafkaConfig(
                SinkSettings.read(values, sink, KafkaSettings.BATCH_SIZE),
                SinkSettings.needed(values, KafkaSettings.BOOTSTRAP_SERVERS, sink)
                        .orElse("localhost:9092"),
                values.read(KafkaSettings.TOPIC, sink),
                values.read(KafkaSettings.TOPICS, sink).orElse(List.of()),
                values.read(KafkaSettings.KEY, sink),
                values.read(KafkaSettings.CLOUD_EVENTS_SOURCE, sink),
                values.read(KafkaSettings.CLOUD_EVENTS_CONTENT_TYPE, sink),
                values.read(SinkSettings.EVENT_HEADERS, sink),
                values.read(KafkaSettings.IDLE_TIMEOUT, sink),
                new KafkaConfig.Transactions(
                        values.read(KafkaSettings.CURSOR_TOPIC, sink),
                        values.read(KafkaSettings.TRANSACTIONAL_ID_PREFIX, sink)),
                values.read(KafkaSettings.CLIENT, sink).orElse(Map.of()));
    }
}

package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.sink.kafka.KafkaSinkSettings.RecordKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a sink that is a Kafka cluster. */
final class KafkaSettings {
    private static final String PREFIX = SinkSettings.PREFIX;

    /** Larger than for HTTP, because Kafka's producer forms its own batches; this only limits what one call waits for. */
    static final int BATCH_SIZE = 500;

    static final Setting<Optional<String>> BOOTSTRAP_SERVERS = Setting.optional(
            PREFIX + ".bootstrap-servers",
            ValueTypes.hostsAndPorts(),
            "Some brokers of the Kafka cluster; needed with the type kafka.");
    static final Setting<String> TOPIC = Setting.of(
            PREFIX + ".topic",
            ValueTypes.text(249),
            "{type}",
            "The topic: a name, with `{type}`, `{group}`, `{aggregateType}` or `{header:NAME}` for what the message says.");
    static final Setting<Optional<List<String>>> TOPICS = Setting.optional(
            PREFIX + ".topics",
            ValueTypes.pairs(),
            "Topics of some types, as `types: topic` with `*` in the types for any characters; the first that fits decides.");
    static final Setting<RecordKey> KEY = Setting.of(
            PREFIX + ".key",
            ValueTypes.choice(RecordKey.class),
            "group",
            "What the record's key is, which decides about its partition.");
    static final Setting<Optional<String>> CLOUD_EVENTS_SOURCE = Setting.optional(
            PREFIX + ".cloud-events.source",
            ValueTypes.text(2_000),
            "If it is given, records are CloudEvents 1.0 in binary mode, and this is their source.");
    static final Setting<String> CLOUD_EVENTS_CONTENT_TYPE = Setting.of(
            PREFIX + ".cloud-events.content-type",
            ValueTypes.text(255),
            "application/json",
            "What the payload of a CloudEvent is, unless the message has a header `content-type`.");
    static final Setting<Duration> IDLE_TIMEOUT = Setting.of(
            PREFIX + ".idle-timeout",
            ValueTypes.duration("1s", "1d"),
            "5m",
            "A producer that has nothing to send for so long is closed, and made again when it is needed.");
    static final Setting<String> CURSOR_TOPIC = Setting.of(
            PREFIX + ".cursor-topic",
            ValueTypes.text(249),
            "signalbox-cursors",
            "The compacted topic that keeps what publishers with `exactly-once` have delivered; created if it is missing.");
    static final Setting<String> TRANSACTIONAL_ID_PREFIX = Setting.of(
            PREFIX + ".transactional-id-prefix",
            ValueTypes.text(100),
            "signalbox",
            "What every `transactional.id` of publishers with `exactly-once` begins with; another one for each installation on a"
                    + " cluster.");
    static final Setting<Optional<Map<String, String>>> CLIENT = Setting.optional(
            PREFIX + ".client",
            ValueTypes.properties(),
            "Settings of Kafka's producer by its own names, such as `client.security.protocol: SASL_SSL`.");

    static final List<Setting<?>> ALL = List.of(
            BOOTSTRAP_SERVERS,
            TOPIC,
            TOPICS,
            KEY,
            CLOUD_EVENTS_SOURCE,
            CLOUD_EVENTS_CONTENT_TYPE,
            SinkSettings.EVENT_HEADERS,
            IDLE_TIMEOUT,
            CURSOR_TOPIC,
            TRANSACTIONAL_ID_PREFIX,
            CLIENT);

    private KafkaSettings() {}
}

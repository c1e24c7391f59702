package dev.signalbox.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a sink that is a Kafka cluster. */
final class KafkaSettings {
    private static final String PREFIX = SinkSettings.PREFIX;

    /** Larger than for HTTP: a batch is only what one call waits for together. */
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
            ValueTypes.keyValuePairs(),
            "Topics of some types, as `types: topic` with `*` in the types for any characters; the first that fits decides.");
    static final Setting<KafkaConfig.RecordKey> KEY = Setting.of(
            PREFIX + ".key",
            ValueTypes.choice(KafkaConfig.RecordKey.class),
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
    static final Setting<Boolean> EVENT_HEADERS = Setting.of(
            PREFIX + ".event-headers",
            ValueTypes.bool(),
            "false",
            "Whether the position and tags of an event of a log become headers.");
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
            EVENT_HEADERS,
            IDLE_TIMEOUT,
            CURSOR_TOPIC,
            TRANSACTIONAL_ID_PREFIX,
            CLIENT);

    private KafkaSettings() {}

    static KafkaConfig read(SettingValues settingValues, String sink) {
        Optional<String> servers = settingValues.read(BOOTSTRAP_SERVERS, sink);
        if (servers.isEmpty() && !settingValues.isGiven(BOOTSTRAP_SERVERS, sink)) {
            settingValues.problem(
                    BOOTSTRAP_SERVERS.keyFor(sink),
                    "is missing; it must be " + BOOTSTRAP_SERVERS.type().allowed());
        }
        return new KafkaConfig(
                servers.orElse("localhost:9092"),
                settingValues.read(TOPIC, sink),
                settingValues.read(TOPICS, sink).orElse(List.of()),
                settingValues.read(KEY, sink),
                settingValues.read(CLOUD_EVENTS_SOURCE, sink),
                settingValues.read(CLOUD_EVENTS_CONTENT_TYPE, sink),
                settingValues.read(EVENT_HEADERS, sink),
                settingValues.read(IDLE_TIMEOUT, sink),
                new KafkaConfig.Transactions(
                        settingValues.read(CURSOR_TOPIC, sink), settingValues.read(TRANSACTIONAL_ID_PREFIX, sink)),
                settingValues.read(CLIENT, sink).orElse(Map.of()));
    }
}

package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.core.message.Glob;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.kafka.CloudEvents;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import dev.signalbox.sink.kafka.KafkaSinkSettings.RecordKey;
import dev.signalbox.sink.kafka.KafkaTransactions.TransactionSettings;
import dev.signalbox.sink.kafka.TopicAccess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Kafka cluster. */
public final class KafkaSinkType extends SinkType {
    private static final SettingGroup GROUP = new SettingGroup(SinkSettings.PREFIX);

    /** Larger than for HTTP, because Kafka's producer forms its own batches; this only limits what one call waits for. */
    static final int BATCH_SIZE = 500;

    static final Setting<Optional<String>> BOOTSTRAP_SERVERS = GROUP.optional(
                    "bootstrap-servers", ValueTypes.hostsAndPorts())
            .means("Some brokers of the Kafka cluster; needed with the type kafka.");
    static final Setting<String> TOPIC = GROUP.text("topic", 249, "{type}")
            .means(
                    "The topic: a name, with `{type}`, `{group}`, `{aggregateType}` or `{header:NAME}` for values of the message.");
    static final Setting<Optional<List<String>>> TOPICS = GROUP.optional("topics", ValueTypes.pairs())
            .means(
                    "Topics of some types, as `types: topic` with `*` in the types for any characters; the first match decides.");
    static final Setting<Optional<List<String>>> ALLOWED_TOPICS = GROUP.optional(
                    "allowed-topics", ValueTypes.list(ValueTypes.text(249)))
            .orElse("any, except Kafka's internal ones (`__*`) and the cursor topics")
            .means(
                    "The topics that messages may choose, with `*` for any characters. A message for another topic fails.");
    static final Setting<RecordKey> KEY =
            GROUP.choice("key", RecordKey.class, "group").means("The record's key, which determines its partition.");
    static final Setting<Duration> IDLE_TIMEOUT = GROUP.duration("idle-timeout", "1s", "1d", "5m")
            .means("A producer without records for this time is closed, and created again when it is needed.");
    static final Setting<String> CURSOR_TOPIC = GROUP.text("cursor-topic", 249, "signalbox-cursors")
            .means(
                    "The compacted topic with the checkpoints of publishers with `exactly-once`; created if it is missing.");
    static final Setting<String> TRANSACTIONAL_ID_PREFIX = GROUP.text("transactional-id-prefix", 100, "signalbox")
            .means(
                    "The beginning of every `transactional.id` of publishers with `exactly-once`; different for each installation on a cluster.");
    static final Setting<Optional<Map<String, String>>> CLIENT = GROUP.optional("client", ValueTypes.properties())
            .means("Settings of Kafka's producer by its own names, such as `client.security.protocol: SASL_SSL`.");

    public static final KafkaSinkType INSTANCE = new KafkaSinkType();

    private KafkaSinkType() {
        super(
                "kafka",
                Set.of(SinkCapability.ROUTES, SinkCapability.EXACTLY_ONCE),
                SinkSettings.and(
                        GROUP,
                        SinkSettings.EVENT_HEADERS,
                        SinkSettings.CLOUD_EVENTS_SOURCE,
                        SinkSettings.CLOUD_EVENTS_CONTENT_TYPE),
                new SettingSection(
                        "Sinks of type `kafka`",
                        "See [Kafka](sinks/kafka.md) for what they mean. `cloud-events.*` are as above.\n",
                        SinkSettings.and(GROUP, SinkSettings.EVENT_HEADERS)));
    }

    @Override
    public SinkConfig read(SettingValues values, String sink) {
        SinkConfig.Common common = SinkSettings.read(values, sink, BATCH_SIZE);
        TransactionSettings transactions = transactions(values, sink);
        KafkaSinkSettings topics = withAccess(
                withTopics(KafkaSinkSettings.DEFAULTS, values, sink), transactions.cursorTopic(), values, sink);
        KafkaSinkSettings settings = new KafkaSinkSettings(
                topics.topic(),
                topics.rules(),
                topics.access(),
                values.read(KEY, sink),
                cloudEvents(values, sink),
                values.read(SinkSettings.EVENT_HEADERS, sink),
                common.limits().batch());
        return new KafkaConfig(common, cluster(values, sink), settings, transactions);
    }

    private static KafkaSinkSettings withAccess(
            KafkaSinkSettings settings, String cursorTopic, SettingValues values, String sink) {
        List<Glob> allowed = values.read(ALLOWED_TOPICS, sink).orElse(List.of()).stream()
                .map(Glob::new)
                .toList();
        KafkaSinkSettings limited = settings.withAccess(new TopicAccess(allowed, Set.of(cursorTopic)));
        String fault = limited.fault();
        if (fault != null) {
            values.contradiction(TOPIC, sink, "must be another one: " + fault);
        }
        return limited;
    }

    private static KafkaClusterSettings cluster(SettingValues values, String sink) {
        String servers = SinkSettings.needed(values, BOOTSTRAP_SERVERS, sink).orElse("localhost:9092");
        Duration idleTimeout = values.read(IDLE_TIMEOUT, sink);
        Map<String, String> client = values.read(CLIENT, sink).orElse(Map.of());
        return SinkSettings.judged(
                values,
                CLIENT,
                sink,
                () -> new KafkaClusterSettings(sink, servers, client, idleTimeout),
                () -> KafkaClusterSettings.of(sink, servers));
    }

    /** The first rule that matches a message's type decides, else the general topic. */
    private static KafkaSinkSettings withTopics(KafkaSinkSettings settings, SettingValues values, String sink) {
        String topic = values.read(TOPIC, sink);
        KafkaSinkSettings withTopics =
                SinkSettings.judged(values, TOPIC, sink, () -> settings.withTopic(topic), () -> settings);
        for (String pair : values.read(TOPICS, sink).orElse(List.of())) {
            String[] rule = pair.split("=", 2);
            KafkaSinkSettings before = withTopics;
            withTopics = SinkSettings.judged(
                    values, TOPICS, sink, () -> before.withRule(rule[0].strip(), rule[1].strip()), () -> before);
        }
        return withTopics;
    }

    private static @Nullable CloudEvents cloudEvents(SettingValues values, String sink) {
        String contentType = values.read(SinkSettings.CLOUD_EVENTS_CONTENT_TYPE, sink);
        return values.read(SinkSettings.CLOUD_EVENTS_SOURCE, sink)
                .map(source -> SinkSettings.judged(
                        values,
                        SinkSettings.CLOUD_EVENTS_SOURCE,
                        sink,
                        () -> new CloudEvents(source, contentType),
                        () -> CloudEvents.from("unknown")))
                .orElse(null);
    }

    private static TransactionSettings transactions(SettingValues values, String sink) {
        String prefix = values.read(TRANSACTIONAL_ID_PREFIX, sink);
        String cursorTopic = values.read(CURSOR_TOPIC, sink);
        return SinkSettings.judged(
                values,
                CURSOR_TOPIC,
                sink,
                () -> new TransactionSettings(prefix, cursorTopic),
                () -> new TransactionSettings(prefix, CURSOR_TOPIC.defaultValue()));
    }
}

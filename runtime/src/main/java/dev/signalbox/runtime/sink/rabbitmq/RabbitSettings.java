package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of a sink that is a RabbitMQ broker. */
public final class RabbitSettings {
    private static final String PREFIX = SinkSettings.PREFIX;

    /** As with Kafka, a batch only limits what one call waits for. */
    public static final int BATCH_SIZE = 500;

    public static final Duration USUAL_CONNECT_TIMEOUT = Duration.ofSeconds(3);

    static final Setting<Optional<String>> ADDRESSES = Setting.optional(
            PREFIX + ".addresses",
            ValueTypes.hostsAndPorts(),
            "Where the nodes of the broker listen, tried in turn; needed with the type rabbitmq.");
    static final Setting<String> VIRTUAL_HOST =
            Setting.of(PREFIX + ".virtual-host", ValueTypes.text(255), "/", "The virtual host.");
    static final Setting<Optional<String>> USERNAME = Setting.optional(
            PREFIX + ".username", ValueTypes.text(255), "The user as whom to connect; needed with the type rabbitmq.");
    static final Setting<Optional<Secret>> PASSWORD = Setting.optional(
            PREFIX + ".password", ValueTypes.password(), "The user's password; needed with the type rabbitmq.");
    static final TlsSettings TLS = TlsSettings.below(PREFIX);
    public static final Setting<Duration> CONFIRM_TIMEOUT = Setting.of(
            PREFIX + ".confirm-timeout",
            ValueTypes.duration("10ms", "10m"),
            "8s",
            "The longest wait for the broker to confirm what was published.");
    public static final Setting<Duration> HEARTBEAT = Setting.of(
            PREFIX + ".heartbeat",
            ValueTypes.duration("0s", "10m"),
            "20s",
            "How often both sides show that they live, in whole seconds; with 0 never.");
    public static final Setting<Integer> MAX_CHANNELS = Setting.of(
            PREFIX + ".max-channels",
            ValueTypes.wholeNumber(1, 1000),
            "32",
            "How many channels one relay opens at most.");
    static final Setting<Optional<String>> EXCHANGE = Setting.optional(
                    PREFIX + ".exchange", ValueTypes.text(255), "The exchange that messages are published to.")
            .orElse("the default exchange, where the routing key is the name of a queue");
    static final Setting<RabbitConfig.ExchangeType> EXCHANGE_TYPE = Setting.of(
            PREFIX + ".exchange-type",
            ValueTypes.choice(RabbitConfig.ExchangeType.class),
            "topic",
            "What the exchange is declared as.");
    static final Setting<String> ROUTING_KEY = Setting.of(
            PREFIX + ".routing-key",
            ValueTypes.text(255),
            "{type}",
            "The routing key: a text, with `{type}`, `{group}`, `{aggregateType}` or `{header:NAME}` for what the message says.");
    static final Setting<Optional<List<String>>> ROUTING_KEYS = Setting.optional(
            PREFIX + ".routing-keys",
            ValueTypes.pairs(),
            "Routing keys by what `routing-key` comes to, as `value: key`. A message with another value fails.");
    static final Setting<Boolean> DECLARE = Setting.of(
            PREFIX + ".declare",
            ValueTypes.yesOrNo(),
            "true",
            "Whether the exchange and the queues are declared before something is published; with false they have to be there.");
    static final Setting<Optional<List<String>>> QUEUES = Setting.optional(
            PREFIX + ".queues",
            ValueTypes.pairs(),
            "Durable queues that are declared, as `queue: binding`; each is bound to the exchange by its binding.");
    static final Setting<RabbitConfig.QueueType> QUEUE_TYPE = Setting.of(
            PREFIX + ".queue-type",
            ValueTypes.choice(RabbitConfig.QueueType.class),
            "classic",
            "What the queues are declared as.");
    static final Setting<Optional<String>> DEAD_LETTER_QUEUE = Setting.optional(
            PREFIX + ".dead-letter-queue",
            ValueTypes.text(255),
            "A queue that is declared for what consumers reject from each of the queues, with `{queue}` for its name, such as `{queue}.dead`.");
    static final Setting<RabbitConfig.Body> BODY = Setting.of(
            PREFIX + ".body",
            ValueTypes.choice(RabbitConfig.Body.class),
            "payload",
            "What is published: the `payload` as it is, or the `event`, a JSON object with event_id, event_type, aggregate_type, aggregate_id and payload.");
    static final Setting<Boolean> STRICT_ORDER = Setting.of(
            PREFIX + ".strict-order",
            ValueTypes.yesOrNo(),
            "false",
            "Whether a message waits for the confirm of the one before it in its group, which is slow; otherwise only where that may have been refused.");
    public static final Setting<Long> MAX_MESSAGE_BYTES = Setting.of(
            PREFIX + ".max-message-bytes",
            ValueTypes.size("1KB", "512MB"),
            "128MB",
            "The largest message that the broker takes; a larger one fails with a reason.");

    static final List<Setting<?>> ALL = all();

    private RabbitSettings() {}

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>(List.of(ADDRESSES, VIRTUAL_HOST, USERNAME, PASSWORD));
        all.addAll(TLS.all());
        all.addAll(List.of(
                CONFIRM_TIMEOUT,
                HEARTBEAT,
                MAX_CHANNELS,
                EXCHANGE,
                EXCHANGE_TYPE,
                ROUTING_KEY,
                ROUTING_KEYS,
                DECLARE,
                QUEUES,
                QUEUE_TYPE,
                DEAD_LETTER_QUEUE,
                BODY,
                STRICT_ORDER,
                MAX_MESSAGE_BYTES));
        return List.copyOf(all);
    }

    /** Converts entries of {@code value=key} to a map. */
    public static Map<String, String> byValue(List<String> pairs) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            keys.put(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return keys;
    }
}

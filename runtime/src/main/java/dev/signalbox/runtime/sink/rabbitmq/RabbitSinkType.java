package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.ListEntries;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingSection;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A RabbitMQ broker. */
public final class RabbitSinkType extends SinkType {
    private static final SettingGroup GROUP = new SettingGroup(SinkSettings.PREFIX);

    /** As with Kafka, a batch only limits what one call waits for. */
    public static final int BATCH_SIZE = 500;

    public static final Duration USUAL_CONNECT_TIMEOUT = Duration.ofSeconds(3);

    static final Setting<Optional<String>> ADDRESSES = GROUP.optional("addresses", ValueTypes.hostsAndPorts())
            .means("Where the nodes of the broker listen, tried in turn; needed with the type rabbitmq.");
    static final Setting<String> VIRTUAL_HOST =
            GROUP.text("virtual-host", 255, "/").means("The virtual host.");
    static final Setting<Optional<String>> USERNAME = GROUP.optional("username", ValueTypes.text(255))
            .means("The user as whom to connect; needed with the type rabbitmq.");
    static final Setting<Optional<Secret>> PASSWORD = GROUP.optional("password", ValueTypes.password())
            .means("The user's password; needed with the type rabbitmq.");
    static final TlsSettings TLS = TlsSettings.in(GROUP);
    public static final Setting<Duration> CONFIRM_TIMEOUT = GROUP.duration("confirm-timeout", "10ms", "10m", "8s")
            .means("The longest wait for the broker to confirm what was published.");
    public static final Setting<Duration> HEARTBEAT = GROUP.duration("heartbeat", "0s", "10m", "20s")
            .means("How often both sides show that they live, in whole seconds; with 0 never.");
    public static final Setting<Integer> MAX_CHANNELS =
            GROUP.number("max-channels", 1, 1000, "32").means("How many channels one relay opens at most.");
    static final Setting<Optional<String>> EXCHANGE = GROUP.optional("exchange", ValueTypes.text(255))
            .orElse("the default exchange, where the routing key is the name of a queue")
            .means("The exchange that messages are published to.");
    static final Setting<RabbitConfig.ExchangeType> EXCHANGE_TYPE = GROUP.choice(
                    "exchange-type", RabbitConfig.ExchangeType.class, "topic")
            .means("What the exchange is declared as.");
    static final Setting<String> ROUTING_KEY = GROUP.text("routing-key", 255, "{type}")
            .means(
                    "The routing key: a text, with `{type}`, `{group}`, `{aggregateType}` or `{header:NAME}` for what the message says.");
    static final Setting<Optional<List<String>>> ROUTING_KEYS = GROUP.optional("routing-keys", ValueTypes.pairs())
            .means("Routing keys by what `routing-key` comes to, as `value: key`. A message with another value fails.");
    static final Setting<Boolean> DECLARE = GROUP.flag("declare", "true")
            .means(
                    "Whether the exchange and the queues are declared before something is published; with false they have to be there.");
    static final Setting<Optional<List<String>>> QUEUES = GROUP.optional("queues", ValueTypes.pairs())
            .means(
                    "Durable queues that are declared, as `queue: binding`; each is bound to the exchange by its binding.");
    static final Setting<RabbitConfig.QueueType> QUEUE_TYPE = GROUP.choice(
                    "queue-type", RabbitConfig.QueueType.class, "classic")
            .means("What the queues are declared as.");
    static final Setting<Optional<String>> DEAD_LETTER_QUEUE = GROUP.optional("dead-letter-queue", ValueTypes.text(255))
            .means(
                    "A queue that is declared for what consumers reject from each of the queues, with `{queue}` for its name, such as `{queue}.dead`.");
    static final Setting<RabbitConfig.Body> BODY = GROUP.choice("body", RabbitConfig.Body.class, "payload")
            .means(
                    "What is published: the `payload` as it is, or the `event`, a JSON object with event_id, event_type, aggregate_type, aggregate_id and payload.");
    static final Setting<Boolean> STRICT_ORDER = GROUP.flag("strict-order", "false")
            .means(
                    "Whether a message waits for the confirm of the one before it in its group, which is slow; otherwise only where that may have been refused.");
    public static final Setting<Long> MAX_MESSAGE_BYTES = GROUP.of(
                    "max-message-bytes", ValueTypes.size("1KB", "512MB"), "128MB")
            .means("The largest message that the broker takes; a larger one fails with a reason.");

    public static final RabbitSinkType INSTANCE = new RabbitSinkType();

    private RabbitSinkType() {
        super(
                "rabbitmq",
                Set.of(),
                SinkSettings.and(GROUP, SinkSettings.CONNECT_TIMEOUT, SinkSettings.EVENT_HEADERS),
                new SettingSection(
                        "Sinks of type `rabbitmq`",
                        "See [RabbitMQ](sinks/rabbitmq.md) for what they mean. `connect-timeout` and `event-headers` are as above.\n",
                        GROUP.all()));
    }

    @Override
    public SinkConfig read(SettingValues values, String sink) {
        return new RabbitConfig(
                SinkSettings.read(values, sink, BATCH_SIZE),
                connection(values, sink),
                new RabbitConfig.Routing(
                        values.read(EXCHANGE, sink).orElse(""),
                        values.read(ROUTING_KEY, sink),
                        ListEntries.byKey(values.read(ROUTING_KEYS, sink).orElse(List.of()))),
                new RabbitConfig.Topology(
                        values.read(DECLARE, sink),
                        values.read(EXCHANGE_TYPE, sink),
                        values.read(QUEUES, sink).orElse(List.of()),
                        values.read(QUEUE_TYPE, sink),
                        values.read(DEAD_LETTER_QUEUE, sink)),
                values.read(BODY, sink),
                values.read(SinkSettings.EVENT_HEADERS, sink),
                values.read(STRICT_ORDER, sink),
                Math.toIntExact(values.read(MAX_MESSAGE_BYTES, sink)));
    }

    private static RabbitConfig.Connection connection(SettingValues values, String sink) {
        String addresses = SinkSettings.needed(values, ADDRESSES, sink).orElse("localhost:5672");
        return new RabbitConfig.Connection(
                List.of(addresses.split(",")),
                values.read(VIRTUAL_HOST, sink),
                SinkSettings.needed(values, USERNAME, sink).orElse("nobody"),
                SinkSettings.needed(values, PASSWORD, sink).orElse(new Secret("")),
                TLS.read(values, sink),
                values.read(SinkSettings.CONNECT_TIMEOUT, sink, USUAL_CONNECT_TIMEOUT),
                values.read(CONFIRM_TIMEOUT, sink),
                values.read(HEARTBEAT, sink),
                values.read(MAX_CHANNELS, sink));
    }
}

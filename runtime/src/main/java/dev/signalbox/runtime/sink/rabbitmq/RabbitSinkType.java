package dev.signalbox.runtime.sink.rabbitmq;

import dev.signalbox.runtime.settings.ListEntries;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitTimeouts;
import dev.signalbox.sink.rabbitmq.RabbitTls;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import dev.signalbox.sink.rabbitmq.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A RabbitMQ broker. */
public final class RabbitSinkType extends SinkType {
    private static final SettingGroup GROUP = new SettingGroup(SinkSettings.PREFIX);

    /** As with Kafka, a batch only limits what one call waits for. */
    public static final int BATCH_SIZE = 500;

    static final Setting<Optional<String>> ADDRESSES = GROUP.optional("addresses", ValueTypes.hostsAndPorts())
            .means("The addresses of the broker's nodes, tried in turn; required with the type rabbitmq.");
    static final Setting<String> VIRTUAL_HOST =
            GROUP.text("virtual-host", 255, "/").means("The virtual host.");
    static final Setting<Optional<String>> USERNAME =
            GROUP.optional("username", ValueTypes.text(255)).means("The user; required with the type rabbitmq.");
    static final Setting<Optional<Secret>> PASSWORD = GROUP.optional("password", ValueTypes.password())
            .means("The user's password; needed with the type rabbitmq.");
    static final TlsSettings TLS = TlsSettings.in(GROUP);
    static final Setting<Duration> CONFIRM_TIMEOUT = GROUP.duration("confirm-timeout", "10ms", "10m", "8s")
            .means("The longest wait for the broker to confirm what was published.");
    static final Setting<Duration> HEARTBEAT = GROUP.duration("heartbeat", "0s", "10m", "20s")
            .means("The interval of heartbeats, in whole seconds; 0 for none.");
    static final Setting<Integer> MAX_CHANNELS =
            GROUP.number("max-channels", 1, 1000, "32").means("How many channels one relay opens at most.");
    static final Setting<Optional<String>> EXCHANGE = GROUP.optional("exchange", ValueTypes.text(255))
            .orElse("the default exchange, where the routing key is the name of a queue")
            .means("The exchange that messages are published to.");
    static final Setting<String> EXCHANGE_TYPE = GROUP.of(
                    "exchange-type", ValueTypes.oneOf("topic", "direct", "fanout", "headers"), "topic")
            .means("The type of the declared exchange.");
    static final Setting<String> ROUTING_KEY = GROUP.text("routing-key", 255, "{type}")
            .means(
                    "The routing key: a text, with `{type}`, `{group}`, `{aggregateType}` or `{header:NAME}` for values of the message.");
    static final Setting<Optional<List<String>>> ROUTING_KEYS = GROUP.optional("routing-keys", ValueTypes.pairs())
            .means("Routing keys by the value of `routing-key`, as `value: key`. A message with another value fails.");
    static final Setting<Optional<List<String>>> ALLOWED_ROUTING_KEYS = GROUP.optional(
                    "allowed-routing-keys", ValueTypes.list(ValueTypes.text(255)))
            .orElse("any, except the broker's own queues (`amq.*`)")
            .means(
                    "The routing keys, or queues of the default exchange, that messages may choose, with `*` for any characters. A message with another one fails.");
    static final Setting<Boolean> DECLARE = GROUP.flag("declare", "true")
            .means("Whether Signalbox declares the exchange and the queues; with false they must exist.");
    static final Setting<Optional<List<String>>> QUEUES = GROUP.optional("queues", ValueTypes.pairs())
            .means("Durable queues to declare, as `queue: binding`; each is bound to the exchange by its binding.");
    static final Setting<Topology.QueueType> QUEUE_TYPE =
            GROUP.choice("queue-type", Topology.QueueType.class, "classic").means("The type of the declared queues.");
    static final Setting<Optional<String>> DEAD_LETTER_QUEUE = GROUP.optional("dead-letter-queue", ValueTypes.text(255))
            .means(
                    "The dead-letter queue to declare for each of the queues, with `{queue}` for its name, such as `{queue}.dead`.");
    static final Setting<RabbitSinkSettings.Body> BODY = GROUP.choice("body", RabbitSinkSettings.Body.class, "payload")
            .means(
                    "What is published: the unchanged `payload`, or the `event`, a JSON object with event_id, event_type, aggregate_type, aggregate_id and payload.");
    static final Setting<Boolean> STRICT_ORDER = GROUP.flag("strict-order", "false")
            .means(
                    "Whether a message always waits for the confirm of the previous one in its group, which is slow; otherwise it waits only if that one may be refused.");
    static final Setting<Long> MAX_MESSAGE_BYTES = GROUP.of(
                    "max-message-bytes", ValueTypes.size("1KB", "512MB"), "128MB")
            .means("The largest message that the broker accepts; a larger one fails with a reason.");

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
        SinkConfig.Common common = SinkSettings.read(values, sink, BATCH_SIZE);
        String exchange = values.read(EXCHANGE, sink).orElse("");
        String routingKey = values.read(ROUTING_KEY, sink);
        List<String> routingKeys = values.read(ROUTING_KEYS, sink).orElse(List.of());
        List<String> allowed = values.read(ALLOWED_ROUTING_KEYS, sink).orElse(List.of());
        if (!routingKeys.isEmpty() && !allowed.isEmpty()) {
            values.contradiction(
                    ALLOWED_ROUTING_KEYS, sink, "means nothing with routing-keys, which are a list already");
        }
        RabbitBrokerSettings broker = broker(values, sink);
        RoutingKeyRule routing = SinkSettings.judged(
                values,
                ROUTING_KEY,
                sink,
                () -> RabbitConfig.routing(routingKey, ListEntries.byKey(routingKeys), allowed),
                () -> RoutingKeyRule.template("{type}"));
        Topology topology = topology(values, sink, exchange);
        RabbitSinkSettings settings = SinkSettings.judged(
                values,
                QUEUES,
                sink,
                () -> RabbitSinkSettings.of(exchange).withTopology(topology),
                () -> RabbitSinkSettings.of(""));
        return new RabbitConfig(
                common,
                broker,
                new RabbitSinkSettings(
                        settings.exchange(),
                        routing,
                        settings.topology(),
                        new RabbitSinkSettings.Format(
                                values.read(BODY, sink),
                                values.read(SinkSettings.EVENT_HEADERS, sink),
                                Math.toIntExact(values.read(MAX_MESSAGE_BYTES, sink))),
                        values.read(STRICT_ORDER, sink),
                        common.limits().batch()));
    }

    private static RabbitBrokerSettings broker(SettingValues values, String sink) {
        List<String> addresses = List.of(SinkSettings.needed(values, ADDRESSES, sink)
                .orElse("localhost:5672")
                .split(","));
        String virtualHost = values.read(VIRTUAL_HOST, sink);
        String user = SinkSettings.needed(values, USERNAME, sink).orElse("unknown");
        String password =
                SinkSettings.needed(values, PASSWORD, sink).map(Secret::value).orElse("");
        Optional<RabbitTls> tls = TLS.read(values, sink);
        Duration connect = values.read(SinkSettings.CONNECT_TIMEOUT, sink, RabbitTimeouts.DEFAULTS.connect());
        Duration confirm = values.read(CONFIRM_TIMEOUT, sink);
        Duration heartbeat = values.read(HEARTBEAT, sink);
        int maxChannels = values.read(MAX_CHANNELS, sink);
        return SinkSettings.judged(
                values,
                ADDRESSES,
                sink,
                () -> RabbitConfig.broker(sink, addresses, new RabbitLogin(user, password), tls)
                        .withVirtualHost(virtualHost)
                        .withTimes(new RabbitTimeouts(connect, confirm, heartbeat))
                        .withMaxChannels(maxChannels),
                () -> RabbitConfig.broker(sink, List.of("localhost"), new RabbitLogin(user, password), tls));
    }

    private static Topology topology(SettingValues values, String sink, String exchange) {
        String exchangeType = values.read(EXCHANGE_TYPE, sink);
        List<String> queues = values.read(QUEUES, sink).orElse(List.of());
        Topology.QueueType queueType = values.read(QUEUE_TYPE, sink);
        Optional<String> deadLetterQueue = values.read(DEAD_LETTER_QUEUE, sink);
        if (deadLetterQueue.isPresent() && !deadLetterQueue.get().contains(RabbitConfig.QUEUE) && queues.size() > 1) {
            values.contradiction(DEAD_LETTER_QUEUE, sink, "needs {queue} in it where there are several queues");
        }
        if (!values.read(DECLARE, sink)) {
            values.refuse(
                    List.of(QUEUES, QUEUE_TYPE, DEAD_LETTER_QUEUE, EXCHANGE_TYPE),
                    sink,
                    "means nothing while declare is false");
            return Topology.NONE;
        }
        return SinkSettings.judged(
                values,
                QUEUES,
                sink,
                () -> RabbitConfig.topology(exchange, exchangeType, queues, queueType, deadLetterQueue),
                () -> Topology.NONE);
    }
}

package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.OutboxSettings;
import dev.signalbox.runtime.config.relay.OutboxTableRules;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseRules;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.ListEntries;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.rabbitmq.RabbitConfig;
import dev.signalbox.runtime.sink.rabbitmq.RabbitSinkType;
import dev.signalbox.runtime.sink.rabbitmq.TlsSettings;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitTls;
import dev.signalbox.sink.rabbitmq.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts the settings of an event outbox producer to one source, one sink and one relay. */
public record EventOutboxProperties(SettingValues values) {
    public static final String PREFIX = "notification.outbox";
    public static final String BROKER = "spring.rabbitmq";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    static final Setting<Duration> POLL_INTERVAL = GROUP.duration("poll.interval", "10ms", "1h", "1000")
            .means("The longest wait between two polls, in milliseconds.");
    static final Setting<Integer> BATCH_SIZE =
            GROUP.number("batch.size", 1, 10_000, "100").means("The largest number of events in one read.");
    static final Setting<Duration> INITIAL_DELAY = GROUP.duration("initial.delay", "0s", "1h", "2000")
            .means("How long after the start the first poll comes, in milliseconds.");
    static final Setting<Optional<Instant>> FROM =
            GROUP.optional("from", ValueTypes.instant()).means("Only events created at this time or later.");
    static final Setting<Optional<Instant>> TO =
            GROUP.optional("to", ValueTypes.instant()).means("Only events created before this time.");
    static final Setting<Optional<Duration>> MAX_AGE =
            GROUP.optional("max-age", ValueTypes.duration("1s", "3650d")).means("Only events that are not older.");

    /** The producer has none of the settings below. */
    static final Setting<Optional<ProcessedEvents.Guarantee>> MODE = GROUP.of(
                    "mode", ValueTypes.choiceOrOff(ProcessedEvents.Guarantee.class), "at-least-once")
            .means(
                    "What happens to an event that may or may not have been published: it is published again (`at-least-once`), or fails with a reason (`at-most-once`); with `off` ProcessedEvent is not used.");

    static final Setting<Integer> MAX_RETRIES = GROUP.of("max-retries", ValueTypes.retries(), "unlimited")
            .means("How often an event that RabbitMQ refuses is retried; an unavailable broker counts no attempt.");
    static final Setting<TableName> TABLE = GROUP.of(
                    "table",
                    OutboxValueTypes.sqlTable(),
                    OutboxLayouts.EVENT_OUTBOX.usualTable().table())
            .means("The table of the events, also as eventoutbox or event_outbox.");
    static final Setting<TableName> PROCESSED_EVENTS_TABLE = GROUP.of(
                    "processed-table", OutboxValueTypes.sqlTable(), OutboxSettings.PROCESSED_EVENTS_TABLE.defaultText())
            .means("The table of processed events, also as processedevent or processed_event.");
    static final Setting<String> EXCHANGE = GROUP.text("exchange", 255, "notifications.exchange")
            .means("The topic exchange that events are published to.");
    public static final Setting<List<String>> ROUTING_KEYS = GROUP.of(
                    "routing-keys",
                    ValueTypes.pairs(),
                    "RESTAURANT=notification.restaurant,CUSTOMER=notification.customer,AGENCY=notification.agency,ADMIN=notification.admin")
            .means(
                    "For each aggregate_type the routing key, and the queue of the same name. An event of another type fails.");
    static final Setting<Topology.QueueType> QUEUE_TYPE =
            GROUP.choice("queue-type", Topology.QueueType.class, "classic").means("The type of the declared queues.");
    static final Setting<Optional<String>> DEAD_LETTER_QUEUE = GROUP.optional("dead-letter-queue", ValueTypes.text(255))
            .means(
                    "The dead-letter queue to declare for each queue, with `{queue}` for its name, such as `{queue}.dead`.");
    private static final SettingGroup BROKER_GROUP = new SettingGroup(BROKER);
    static final Setting<String> HOST =
            BROKER_GROUP.of("host", ValueTypes.host(), "localhost").means("The host of the broker.");
    static final Setting<Optional<Integer>> PORT = BROKER_GROUP
            .optional("port", ValueTypes.wholeNumber(1, 65_535))
            .orElse("5672, with TLS 5671")
            .means("The port of the broker.");
    public static final Setting<Optional<String>> ADDRESSES = BROKER_GROUP
            .optional("addresses", ValueTypes.hostsAndPorts())
            .means("The nodes of a cluster, instead of host and port.");
    static final Setting<String> USERNAME = BROKER_GROUP
            .text("username", 255, "guest")
            .means("The user. RabbitMQ accepts guest only from its own machine.");
    static final Setting<Optional<Secret>> PASSWORD = BROKER_GROUP
            .optional("password", ValueTypes.password())
            .orElse("that of guest")
            .means("The user's password.");
    static final Setting<String> VIRTUAL_HOST =
            BROKER_GROUP.text("virtual-host", 255, "/").means("The virtual host.");
    static final TlsSettings TLS = TlsSettings.in(BROKER_GROUP);

    /** The same keys as for a Crablet outbox, but not limited to PostgreSQL. */
    static final Setting<String> DATABASE_URL = new SettingGroup(CrabletProperties.DATABASE)
            .required("url", DatabaseUrls.kind(), "jdbc:postgresql://localhost:5432/reservations")
            .means("The address of the database that holds the events: PostgreSQL, MySQL or MariaDB.");

    static final Setting<Optional<String>> DATABASE_USERNAME = CrabletProperties.DATABASE_USERNAME;
    static final Setting<Optional<Secret>> DATABASE_PASSWORD = CrabletProperties.DATABASE_PASSWORD;

    public static final List<Setting<?>> OF_OUTBOX = GROUP.all();
    public static final List<Setting<?>> OF_BROKER = BROKER_GROUP.all();

    public static final List<Setting<?>> ALL =
            Stream.of(OF_OUTBOX, OF_BROKER).flatMap(List::stream).toList();

    static final String SOURCE = "event-outbox";
    static final String SINK = "rabbitmq";
    static final String RELAY = "notifications";

    /** The default user and password of Spring Boot, which RabbitMQ accepts from localhost. */
    private static final Secret GUEST = new Secret("guest");

    public EquivalentConfig equivalent() {
        values.check(ALL);
        SourceConfig source = source();
        RabbitConfig sink = rabbit();
        RelayConfig relay = relay(sink);
        check(source, relay);
        return new EquivalentConfig(source, Optional.of(sink), List.of(relay), List.of(), warnings());
    }

    private void check(SourceConfig source, RelayConfig relay) {
        DatabaseRules rules = new DatabaseRules(values);
        if (!values.isSound(DATABASE_URL, "")) {
            return;
        }
        if (source.kind() == DatabaseKind.MONGODB) {
            values.contradiction(DATABASE_URL, "", "must be the address of PostgreSQL, MySQL or MariaDB");
            return;
        }
        rules.checkSource(
                source,
                new DatabaseRules.SourceKeys(DATABASE_URL, DATABASE_USERNAME, DATABASE_PASSWORD, DATABASE_URL),
                "");
        new OutboxTableRules(values).checkTable(relay, source.kind(), TABLE, "");
    }

    private SourceConfig source() {
        return SourceSettings.usual(
                SOURCE,
                values.read(DATABASE_URL),
                values.read(DATABASE_USERNAME),
                values.read(DATABASE_PASSWORD),
                Optional.empty(),
                SourceSettings.COORDINATION.defaultValue(),
                values.read(INITIAL_DELAY));
    }

    private RabbitConfig rabbit() {
        SinkConfig.Common common = new SinkConfig.Common(
                SINK,
                new SinkConfig.Limits(
                        RabbitSinkType.BATCH_SIZE,
                        SinkSettings.BATCH_BYTES.defaultValue(),
                        SinkSettings.MAX_CONCURRENT_REQUESTS.defaultValue()),
                SinkSettings.RETRY_AFTER_CAP.defaultValue());
        RabbitSinkSettings settings = SinkSettings.judged(
                values, ROUTING_KEYS, "", this::routing, () -> RabbitSinkSettings.of(EXCHANGE.defaultValue()));
        return new RabbitConfig(
                common,
                broker(),
                new RabbitSinkSettings(
                        settings.exchange(),
                        settings.routing(),
                        settings.topology(),
                        new RabbitSinkSettings.Format(
                                RabbitSinkSettings.Body.EVENT, false, RabbitSinkSettings.Format.MAX_BYTES),
                        settings.strictOrder(),
                        common.limits().batch()));
    }

    private RabbitSinkSettings routing() {
        String exchange = values.read(EXCHANGE);
        Map<String, String> keys = ListEntries.byKey(values.read(ROUTING_KEYS));
        List<String> queues =
                keys.values().stream().distinct().map(key -> key + "=" + key).toList();
        return RabbitSinkSettings.of(exchange)
                .withRouting(RabbitConfig.routing("{aggregateType}", keys, List.of()))
                .withTopology(RabbitConfig.topology(
                        exchange, "topic", queues, values.read(QUEUE_TYPE), values.read(DEAD_LETTER_QUEUE)));
    }

    private RabbitBrokerSettings broker() {
        Optional<RabbitTls> tls = TLS.read(values, "");
        List<String> addresses = addresses(tls.isPresent());
        RabbitLogin login = new RabbitLogin(values.read(USERNAME), password().value());
        return SinkSettings.judged(
                values,
                ADDRESSES,
                "",
                () -> RabbitConfig.broker(SINK, addresses, login, tls).withVirtualHost(values.read(VIRTUAL_HOST)),
                () -> RabbitConfig.broker(SINK, List.of("localhost"), login, tls));
    }

    private List<String> addresses(boolean encrypted) {
        Optional<String> several = values.read(ADDRESSES);
        if (several.isPresent()) {
            values.refuse(List.of(HOST, PORT), "", "means nothing beside " + ADDRESSES.key());
            return List.of(several.get().split(","));
        }
        String host = values.read(HOST);
        int usual = encrypted ? BrokerAddress.TLS_PORT : BrokerAddress.PORT;
        return List.of(host + ":" + values.read(PORT).orElse(usual));
    }

    /** Only the user guest has a default password. */
    private Secret password() {
        Optional<Secret> given = values.read(PASSWORD);
        if (given.isEmpty() && values.isGiven(USERNAME, "") && !isGuest()) {
            values.problem(
                    PASSWORD.key(),
                    "is missing; it must be the password of the user that " + USERNAME.key() + " names");
        }
        return given.orElse(GUEST);
    }

    private boolean isGuest() {
        return values.read(USERNAME).equals(USERNAME.defaultValue());
    }

    private RelayConfig relay(SinkConfig sink) {
        Duration interval = values.read(POLL_INTERVAL);
        OutboxConfig outbox = outbox();
        return new RelayConfig(
                RELAY,
                Optional.empty(),
                SOURCE,
                SINK,
                Map.of(),
                sink.address(Optional.empty()),
                outbox,
                retries(outbox, interval),
                RelaySettings.BUFFER.defaults(values.read(BATCH_SIZE)),
                PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval),
                RelaySettings.MAX_CONCURRENT_REQUESTS.defaultValue(),
                false);
    }

    /** The producer retries with its next poll. */
    private RetryPolicy retries(OutboxConfig outbox, Duration interval) {
        Duration usualMax = RelaySettings.RETRY.maxDelay().defaultValue();
        return new RetryPolicy(
                values.read(MAX_RETRIES),
                new Backoff(interval, 1, Durations.longer(interval, usualMax), 0),
                OutboxSettings.unanswered(outbox));
    }

    private OutboxConfig outbox() {
        TableName processed = values.read(PROCESSED_EVENTS_TABLE);
        OutboxLayout layout = OutboxLayouts.EVENT_OUTBOX
                .layout(values.read(TABLE))
                .noting(OutboxSettings.processedEvents(processed, values.read(MODE)))
                .with(OutboxSettings.period(values, FROM, TO, MAX_AGE, ""));
        return new OutboxConfig(
                OutboxLayouts.EVENT_OUTBOX,
                layout,
                new dev.signalbox.core.outbox.OutboxSettings(
                        OutboxLayouts.EVENT_OUTBOX.defaultClaimMode(),
                        OutboxSettings.PROCESSING_TIMEOUT.defaultValue(),
                        OutboxSettings.MAX_PAYLOAD_BYTES.defaultValue(),
                        OutboxSettings.RETENTION.defaultValue(),
                        RelaySettings.ORDERING.defaultValue(),
                        RelaySettings.ON_EXHAUSTED.defaultValue().holds()));
    }

    private List<String> warnings() {
        return isGuest()
                ? List.of(USERNAME.key()
                        + " is guest, whom RabbitMQ lets in only from its own machine; name a user of your own")
                : List.of();
    }
}

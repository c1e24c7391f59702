package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.config.relay.OutboxSettings;
import dev.signalbox.runtime.config.relay.OutboxValueTypes;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.rabbitmq.RabbitConfig;
import dev.signalbox.runtime.sink.rabbitmq.TlsSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of an event outbox producer, read under their own keys, with its application's database and broker. */
public final class EventOutboxSettings {
    public static final String PREFIX = "notification.outbox";
    public static final String BROKER = "spring.rabbitmq";
    static final String DATABASE = CrabletSettings.DATABASE;

    static final Setting<Duration> POLL_INTERVAL = Setting.of(
            PREFIX + ".poll.interval",
            ValueTypes.duration("10ms", "1h"),
            "1000",
            "How long to wait at most before looking for events again, in milliseconds.");
    static final Setting<Integer> BATCH_SIZE = Setting.of(
            PREFIX + ".batch.size",
            ValueTypes.wholeNumber(1, 10_000),
            "100",
            "How many events are read at once at most.");
    static final Setting<Duration> INITIAL_DELAY = Setting.of(
            PREFIX + ".initial.delay",
            ValueTypes.duration("0s", "1h"),
            "2000",
            "How long after the start the first look comes, in milliseconds.");
    static final Setting<Optional<Instant>> FROM = Setting.optional(
            PREFIX + ".from", ValueTypes.instant(), "Only events that were created then or later are taken.");
    static final Setting<Optional<Instant>> TO =
            Setting.optional(PREFIX + ".to", ValueTypes.instant(), "Only events that were created before are taken.");
    static final Setting<Optional<Duration>> MAX_AGE = Setting.optional(
            PREFIX + ".max-age", ValueTypes.duration("1s", "3650d"), "Only events that are not older are taken.");

    /** The producer has none of the settings below. */
    static final Setting<Optional<ProcessedEvents.Guarantee>> MODE = Setting.of(
            PREFIX + ".mode",
            ValueTypes.choiceOrOff(ProcessedEvents.Guarantee.class),
            "at-least-once",
            "What becomes of an event of which nobody knows whether it was published: it is published again (`at-least-once`),"
                    + " or fails with a reason (`at-most-once`); with `off` ProcessedEvent is not used.");

    static final Setting<Integer> MAX_RETRIES = Setting.of(
            PREFIX + ".max-retries",
            ValueTypes.retries(),
            "unlimited",
            "How often an event that RabbitMQ refuses is tried again; an unavailable broker counts as none.");
    static final Setting<TableName> TABLE = Setting.of(
            PREFIX + ".table",
            OutboxValueTypes.sqlTable(),
            OutboxLayouts.EVENT_OUTBOX.usualTable().table(),
            "The table of the events, also as eventoutbox or event_outbox.");
    static final Setting<TableName> PROCESSED_EVENTS_TABLE = Setting.of(
            PREFIX + ".processed-table",
            OutboxValueTypes.sqlTable(),
            OutboxSettings.PROCESSED_EVENTS_TABLE.defaultText(),
            "The table that notes what is published, also as processedevent or processed_event.");
    static final Setting<String> EXCHANGE = Setting.of(
            PREFIX + ".exchange",
            ValueTypes.text(255),
            "notifications.exchange",
            "The topic exchange that events are published to.");
    public static final Setting<List<String>> ROUTING_KEYS = Setting.of(
            PREFIX + ".routing-keys",
            ValueTypes.pairs(),
            "RESTAURANT=notification.restaurant,CUSTOMER=notification.customer,AGENCY=notification.agency,ADMIN=notification.admin",
            "For each aggregate_type the routing key, and the queue of the same name. An event of another type fails.");
    static final Setting<RabbitConfig.QueueType> QUEUE_TYPE = Setting.of(
            PREFIX + ".queue-type",
            ValueTypes.choice(RabbitConfig.QueueType.class),
            "classic",
            "What the queues are declared as.");
    static final Setting<Optional<String>> DEAD_LETTER_QUEUE = Setting.optional(
            PREFIX + ".dead-letter-queue",
            ValueTypes.text(255),
            "A queue that is declared for what listeners reject, with `{queue}` for the name of theirs, such as `{queue}.dead`.");

    static final Setting<String> HOST =
            Setting.of(BROKER + ".host", ValueTypes.host(), "localhost", "The host of the broker.");
    static final Setting<Optional<Integer>> PORT = Setting.optional(
                    BROKER + ".port", ValueTypes.wholeNumber(1, 65_535), "The port of the broker.")
            .orElse("5672, with TLS 5671");
    public static final Setting<Optional<String>> ADDRESSES = Setting.optional(
            BROKER + ".addresses", ValueTypes.hostsAndPorts(), "The nodes of a cluster, instead of host and port.");
    static final Setting<String> USERNAME = Setting.of(
            BROKER + ".username",
            ValueTypes.text(255),
            "guest",
            "The user as whom to connect. RabbitMQ lets guest in only from its own machine.");
    static final Setting<Optional<Secret>> PASSWORD = Setting.optional(
                    BROKER + ".password", ValueTypes.password(), "The user's password.")
            .orElse("that of guest");
    static final Setting<String> VIRTUAL_HOST =
            Setting.of(BROKER + ".virtual-host", ValueTypes.text(255), "/", "The virtual host.");
    static final TlsSettings TLS = TlsSettings.below(BROKER);

    /** The same keys as for a Crablet outbox, but not limited to PostgreSQL. */
    static final Setting<String> DATABASE_URL = Setting.required(
            DATABASE + ".url",
            DatabaseUrls.kind(),
            "jdbc:postgresql://localhost:5432/reservations",
            "The address of the database that holds the events: PostgreSQL, MySQL or MariaDB.");

    static final Setting<Optional<String>> DATABASE_USERNAME = CrabletSettings.DATABASE_USERNAME;
    static final Setting<Optional<Secret>> DATABASE_PASSWORD = CrabletSettings.DATABASE_PASSWORD;

    public static final List<Setting<?>> OF_OUTBOX = List.of(
            POLL_INTERVAL,
            BATCH_SIZE,
            INITIAL_DELAY,
            FROM,
            TO,
            MAX_AGE,
            MODE,
            MAX_RETRIES,
            TABLE,
            PROCESSED_EVENTS_TABLE,
            EXCHANGE,
            ROUTING_KEYS,
            QUEUE_TYPE,
            DEAD_LETTER_QUEUE);
    public static final List<Setting<?>> OF_BROKER = Stream.of(
                    List.<Setting<?>>of(HOST, PORT, ADDRESSES, USERNAME, PASSWORD, VIRTUAL_HOST), TLS.all())
            .flatMap(List::stream)
            .toList();

    public static final List<Setting<?>> ALL =
            Stream.of(OF_OUTBOX, OF_BROKER).flatMap(List::stream).toList();

    private EventOutboxSettings() {}
}

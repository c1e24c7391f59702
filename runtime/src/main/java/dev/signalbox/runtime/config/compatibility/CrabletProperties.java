package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.Topic;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.runtime.config.log.ConfiguredPublishers;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.config.log.FeedConfig.Publisher;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.log.LogSettings;
import dev.signalbox.runtime.config.log.PublisherSettings;
import dev.signalbox.runtime.config.log.TopicSettings;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueType;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts the settings of a Crablet outbox to one source and one log. */
public record CrabletProperties(SettingValues values, ConfiguredPublishers publishers) {
    public static final String PREFIX = "crablet.outbox";
    static final String TOPIC = PREFIX + ".topics.<topic>";
    static final String PUBLISHER_CONFIG = TOPIC + ".publisher-configs[<index>]";
    public static final String DATABASE = "spring.datasource";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);

    public static final Setting<Boolean> ENABLED =
            GROUP.flag("enabled", "true").means("With false nothing is published.");
    static final Setting<Integer> POLLING_INTERVAL = GROUP.number("polling-interval-ms", 10, 3_600_000, "1000")
            .means("How often each publisher polls for events, in milliseconds.");
    static final Setting<Integer> BATCH_SIZE =
            GROUP.number("batch-size", 1, 10_000, "100").means("The largest number of events in one read.");
    static final Setting<Boolean> BACKOFF_ENABLED =
            GROUP.flag("backoff.enabled", "true").means("Whether polling slows down while nothing is found.");
    static final Setting<Integer> BACKOFF_THRESHOLD = GROUP.number("backoff.threshold", 1, 1_000_000, "3")
            .means("The number of empty polls after which it slows down.");
    static final Setting<Double> BACKOFF_MULTIPLIER = GROUP.of("backoff.multiplier", ValueTypes.decimal(1, 100), "2")
            .means("How much longer each further wait is.");
    static final Setting<Integer> BACKOFF_MAX = GROUP.number("backoff.max-seconds", 1, 3_600, "60")
            .means("The longest wait in seconds; if the polling interval is longer, that.");
    /** Not a setting of Crablet: Signalbox decides what happens to an event that fails. */
    static final Setting<Integer> MAX_RETRIES = RelaySettings.maxRetries(GROUP, "3");

    static final Setting<RelaySettings.OnExhausted> ON_EXHAUSTED =
            RelaySettings.onExhausted(GROUP, "what is behind the event");
    static final TopicSettings TOPICS = TopicSettings.in(GROUP.below("topics.<topic>"));
    static final Setting<String> PUBLISHER_NAME = GROUP.required(
                    "topics.<topic>.publisher-configs[<index>].name", ValueTypes.publisher(), "LogPublisher")
            .means("A publisher of the topic with its own settings.");
    static final Setting<Integer> PUBLISHER_INTERVAL = GROUP.number(
                    "topics.<topic>.publisher-configs[<index>].polling-interval-ms", 10, 3_600_000, "1000")
            .orElse("that of all")
            .means("How often this publisher polls for events of the topic, in milliseconds.");
    private static final SettingGroup DATABASE_GROUP = new SettingGroup(DATABASE);
    static final Setting<String> DATABASE_URL = DATABASE_GROUP
            .required("url", postgresUrl(), "jdbc:postgresql://localhost:5432/wallet")
            .means("The address of the PostgreSQL database with the events.");
    static final Setting<Optional<String>> DATABASE_USERNAME = DATABASE_GROUP
            .optional("username", ValueTypes.text(255))
            .means("The database user, unless the URL names one.");
    static final Setting<Optional<Secret>> DATABASE_PASSWORD =
            DATABASE_GROUP.optional("password", ValueTypes.password()).means("The password of the database user.");

    public static final List<Setting<?>> OF_OUTBOX = GROUP.all();
    public static final List<Setting<?>> OF_DATABASE = DATABASE_GROUP.all();
    public static final List<Setting<?>> ALL =
            Stream.of(OF_OUTBOX, OF_DATABASE).flatMap(List::stream).toList();

    private static ValueType<String> postgresUrl() {
        String allowed = "the address of a PostgreSQL database, such as jdbc:postgresql://localhost:5432/wallet";
        return ValueType.of("url", allowed, text -> {
            boolean postgres = DatabaseKind.of(text).equals(Optional.of(DatabaseKind.POSTGRESQL));
            if (!postgres) {
                throw new InvalidValueException("must be " + allowed);
            }
            return DatabaseUrls.kind().parse(text);
        });
    }

    /** The name of both. */
    static final String NAME = "crablet";

    /** Empty if the outbox is disabled; its values are checked all the same. */
    public Optional<EquivalentConfig> equivalent() {
        values.check(OF_OUTBOX);
        if (!values.read(ENABLED)) {
            return Optional.empty();
        }
        if (values.names(TOPIC).isEmpty()) {
            values.problem(PREFIX + ".topics", "there is no topic; at least one is needed");
        }
        SourceConfig source = SourceSettings.usual(
                NAME,
                values.read(DATABASE_URL),
                values.read(DATABASE_USERNAME),
                values.read(DATABASE_PASSWORD),
                Optional.empty(),
                SourceConfig.Coordination.LEADER,
                Duration.ZERO);
        LogConfig log = new LogConfig(
                NAME,
                NAME,
                LogLayout.CRABLET,
                LogTable.crablet(),
                LogSettings.LOCK_KEY.defaultValue(),
                Optional.empty(),
                values.names(TOPIC).stream().flatMap(this::feeds).toList());
        return Optional.of(new EquivalentConfig(source, Optional.empty(), List.of(), List.of(log), List.of()));
    }

    private Stream<FeedConfig> feeds(String topic) {
        Map<String, Integer> intervals = intervals(topic);
        int usual = values.read(POLLING_INTERVAL);
        Topic filter = TOPICS.filter(values, topic);
        return publishers.of(TOPICS.publishers(), topic).stream()
                .map(publisher -> feed(topic, filter, publisher, intervals.getOrDefault(publisher.name(), usual)));
    }

    /** The intervals of publishers that set their own. */
    private Map<String, Integer> intervals(String topic) {
        int usual = values.read(POLLING_INTERVAL);
        List<String> known = values.read(TOPICS.publishers(), topic);
        Map<String, Integer> intervals = new HashMap<>();
        for (String index : values.names(PUBLISHER_CONFIG, topic)) {
            String name = topic + SettingKey.SEPARATOR + index;
            String publisher = values.read(PUBLISHER_NAME, name);
            if (values.isSound(PUBLISHER_NAME, name) && !known.contains(publisher)) {
                values.contradiction(
                        PUBLISHER_NAME,
                        name,
                        "is not among the publishers of the topic; " + RelayRules.knownNames(known));
            }
            intervals.put(publisher, values.read(PUBLISHER_INTERVAL, name, usual));
        }
        return intervals;
    }

    private FeedConfig feed(String topic, Topic filter, Publisher publisher, int interval) {
        DispatcherSettings.Buffer buffer = PublisherSettings.BUFFER.defaults(values.read(BATCH_SIZE));
        return new FeedConfig(
                NAME,
                publisher,
                publishers.sink(publisher).map(sink -> sink.address(Optional.empty())),
                new FeedSettings(
                        new FeedKey(topic, publisher.name()),
                        filter,
                        Grouping.BY_COLUMN,
                        PublisherSettings.START.defaultValue()),
                PublisherSettings.ORDERING.defaultValue(),
                false,
                values.read(ON_EXHAUSTED).holds(),
                new RetryPolicy(values.read(MAX_RETRIES), PublisherSettings.RETRY.defaults()),
                publishers.sink(publisher).map(sink -> roomFor(sink, buffer)).orElse(buffer),
                pace(Duration.ofMillis(interval)),
                PublisherSettings.MAX_CONCURRENT_REQUESTS.defaultValue());
    }

    /** The file has no setting for the buffer, so the buffer grows to hold one batch of the sink. */
    private static DispatcherSettings.Buffer roomFor(SinkConfig sink, DispatcherSettings.Buffer usual) {
        return new DispatcherSettings.Buffer(
                Math.max(usual.messages(), sink.limits().batchSize()),
                Math.max(usual.bytes(), sink.limits().batchBytes()),
                usual.perFetch());
    }

    private PollSchedule.Settings pace(Duration interval) {
        boolean slowsDown = values.read(BACKOFF_ENABLED);
        int threshold = values.read(BACKOFF_THRESHOLD);
        double multiplier = values.read(BACKOFF_MULTIPLIER);
        Duration max = Duration.ofSeconds(values.read(BACKOFF_MAX));
        PollSchedule.Settings constant = PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval);
        return slowsDown ? constant.thenSlower(threshold, multiplier, Durations.longer(interval, max)) : constant;
    }
}

package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.RetryPolicy;
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
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingGroup;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.ValueTypes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import dev.signalbox.runtime.sink.http.HttpSinkType;
import dev.signalbox.sink.http.MessageFormat;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Converts the settings of a FlowCatalyst outbox processor to one source, one sink and two relays. */
public record FlowCatalystProperties(SettingValues values) {
    public static final String PREFIX = "outbox-processor";
    private static final SettingGroup GROUP = new SettingGroup(PREFIX);
    static final Setting<Boolean> ENABLED =
            GROUP.flag("enabled", "true").means("With false the program starts without relays.");
    static final Setting<Duration> POLL_INTERVAL = GROUP.duration("poll-interval", "10ms", "1h", "1s")
            .means("How often to poll; it is the longest wait, because polling never slows down.");
    static final Setting<Integer> POLL_BATCH_SIZE =
            GROUP.number("poll-batch-size", 1, 10_000, "500").means("The largest number of messages in one claim.");
    static final Setting<Integer> API_BATCH_SIZE =
            GROUP.number("api-batch-size", 1, 10_000, "100").means("The largest number of messages in one request.");
    static final Setting<Integer> MAX_CONCURRENT_GROUPS = GROUP.number("max-concurrent-groups", 1, 1000, "10")
            .means("How many requests may run at once, both tables together.");
    static final Setting<Integer> GLOBAL_BUFFER_SIZE = GROUP.number("global-buffer-size", 1, 1_000_000, "1000")
            .means("The largest number of messages in memory; each of the two tables has half of it, at least 1.");
    static final Setting<Optional<DatabaseKind>> DATABASE_TYPE = GROUP.optional(
                    "database-type", ValueTypes.choice(DatabaseKind.class))
            .orElse("what the URL says")
            .means("The kind of database, in upper or lower case; it must be the one that the URL names.");
    static final Setting<TableName> EVENTS_TABLE = GROUP.of("events-table", OutboxValueTypes.table(), "outbox_events")
            .means(
                    "The table of events, on MongoDB the collection. On PostgreSQL upper case is read as lower case, like an unquoted name.");
    static final Setting<TableName> DISPATCH_JOBS_TABLE = GROUP.of(
                    "dispatch-jobs-table", OutboxValueTypes.table(), "outbox_dispatch_jobs")
            .means("The table or collection of dispatch jobs.");
    static final Setting<URI> API_BASE_URL = GROUP.required(
                    "api-base-url", ValueTypes.httpUrl(), "https://api.example.com")
            .means(
                    "The address of the API; batches go to `/api/events/batch` and `/api/dispatch/jobs/batch` below it.");
    static final Setting<Optional<Secret>> API_TOKEN = GROUP.optional("api-token", ValueTypes.token(1))
            .means("Sent as `Authorization: Bearer` with each request.");
    static final Setting<Integer> MAX_RETRIES =
            GROUP.number("max-retries", 0, 1000, "3").means("How often a message is retried after its first attempt.");
    static final Setting<Integer> PROCESSING_TIMEOUT = GROUP.number("processing-timeout-seconds", 1, 604_800, "300")
            .means(
                    "The seconds after which a claimed row of no living node is recovered; below 38, requests time out after four fifths of it instead of 30 s.");
    static final Setting<Optional<String>> MONGO_DATABASE = GROUP.optional("mongo-database", ValueTypes.text(63))
            .orElse("the URL's, or outbox if it names none")
            .means("The database on a MongoDB server; without effect on others.");
    static final Setting<String> DATABASE_URL = GROUP.required(
                    "database-url", DatabaseUrls.kind(), "jdbc:postgresql://localhost:5432/shop")
            .means("The address of the database with both tables; it determines the kind of database.");
    static final Setting<Optional<String>> DATABASE_USERNAME = GROUP.optional("database-username", ValueTypes.text(255))
            .means("The database user, unless the URL names one.");
    static final Setting<Optional<Secret>> DATABASE_PASSWORD =
            GROUP.optional("database-password", ValueTypes.password()).means("The password of the database user.");
    static final Setting<SourceConfig.Coordination> COORDINATION = GROUP.choice(
                    "coordination", SourceConfig.Coordination.class, "shards")
            .means(SourceSettings.COORDINATION_TEXT);

    public static final List<Setting<?>> ALL = GROUP.all();

    static final String SOURCE = "outbox-processor";
    static final String SINK = "api";
    static final String EVENTS = "events";
    static final String DISPATCH_JOBS = "dispatch-jobs";

    /** The settings that name the tables of its relays. */
    public static final Map<String, Setting<TableName>> TABLES =
            Map.of(EVENTS, EVENTS_TABLE, DISPATCH_JOBS, DISPATCH_JOBS_TABLE);

    private static final DatabaseRules.SourceKeys DATABASE =
            new DatabaseRules.SourceKeys(DATABASE_URL, DATABASE_USERNAME, DATABASE_PASSWORD, MONGO_DATABASE);

    /** Empty if the processor is disabled. */
    public Optional<EquivalentConfig> equivalent() {
        boolean enabled = values.read(ENABLED);
        if (!enabled) {
            ALL.stream()
                    .filter(setting -> !setting.required() || values.isGiven(setting, ""))
                    .forEach(values::read);
            return Optional.empty();
        }
        SourceConfig source = source();
        HttpSinkConfig sink = sink();
        List<RelayConfig> relays = relays(source, sink);
        checkDatabase(source, relays);
        checkBuffer();
        return Optional.of(new EquivalentConfig(source, Optional.of(sink), relays, List.of(), warnings(sink)));
    }

    private SourceConfig source() {
        String url = values.read(DATABASE_URL);
        return SourceSettings.usual(
                SOURCE,
                url,
                values.read(DATABASE_USERNAME),
                values.read(DATABASE_PASSWORD),
                SourceSettings.database(url, values.read(MONGO_DATABASE), Optional.of("outbox")),
                values.read(COORDINATION),
                Duration.ZERO);
    }

    private void checkDatabase(SourceConfig source, List<RelayConfig> relays) {
        DatabaseRules rules = new DatabaseRules(values);
        rules.checkSource(source, DATABASE, "");
        OutboxTableRules tables = new OutboxTableRules(values);
        tables.checkTable(relays.get(0), source.kind(), EVENTS_TABLE, "");
        tables.checkTable(relays.get(1), source.kind(), DISPATCH_JOBS_TABLE, "");
        Optional<DatabaseKind> type = values.read(DATABASE_TYPE);
        boolean fits = type.isEmpty() || type.get().isLike(source.kind());
        if (!fits && values.isSound(DATABASE_URL, "")) {
            values.contradiction(
                    DATABASE_TYPE,
                    "",
                    "does not fit " + DATABASE_URL.key() + ", which is the address of a "
                            + source.kind().title() + " database; it must be " + source.kind() + ", or left out");
        }
    }

    private HttpSinkConfig sink() {
        Duration request = requestTimeout();
        return new HttpSinkConfig(
                new SinkConfig.Common(
                        SINK,
                        new SinkConfig.Limits(
                                values.read(API_BATCH_SIZE),
                                SinkSettings.BATCH_BYTES.defaultValue(),
                                values.read(MAX_CONCURRENT_GROUPS)),
                        SinkSettings.RETRY_AFTER_CAP.defaultValue()),
                values.read(API_BASE_URL),
                Optional.empty(),
                values.read(API_TOKEN),
                Optional.of(MessageFormat.PAYLOAD),
                new HttpSinkConfig.Timeouts(SinkSettings.CONNECT_TIMEOUT.defaultValue(), request, request),
                HttpSinkType.MAX_RESPONSE_BYTES.defaultValue());
    }

    /** A request must end before its rows can be released, so a short processing timeout shortens it. */
    private Duration requestTimeout() {
        Duration usual = HttpSinkType.REQUEST_TIMEOUT.defaultValue();
        Duration most = processingTimeout().multipliedBy(4).dividedBy(5);
        return usual.compareTo(most) <= 0 ? usual : most;
    }

    private Duration processingTimeout() {
        return Duration.ofSeconds(values.read(PROCESSING_TIMEOUT));
    }

    private List<RelayConfig> relays(SourceConfig source, SinkConfig sink) {
        TableName events = table(EVENTS_TABLE, source);
        TableName jobs = table(DISPATCH_JOBS_TABLE, source);
        return List.of(
                relay(EVENTS, events, sink.address(Optional.of("/api/events/batch"))),
                relay(DISPATCH_JOBS, jobs, sink.address(Optional.of("/api/dispatch/jobs/batch"))));
    }

    private TableName table(Setting<TableName> setting, SourceConfig source) {
        TableName table = values.read(setting);
        return source.kind() == DatabaseKind.POSTGRESQL ? folded(table) : table;
    }

    /** Folds the name as PostgreSQL folds an unquoted name. */
    private static TableName folded(TableName table) {
        String schema = table.schema();
        return new TableName(
                schema == null ? null : schema.toLowerCase(Locale.ROOT),
                table.table().toLowerCase(Locale.ROOT));
    }

    private RelayConfig relay(String name, TableName table, URI url) {
        Duration interval = values.read(POLL_INTERVAL);
        return new RelayConfig(
                name,
                Optional.empty(),
                SOURCE,
                SINK,
                Map.of(),
                url,
                outbox(table),
                new RetryPolicy(values.read(MAX_RETRIES), RelaySettings.RETRY.defaults()),
                buffer(),
                PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval),
                values.read(MAX_CONCURRENT_GROUPS),
                false);
    }

    /** Half of the buffer for each table, but at least one request. */
    private DispatcherSettings.Buffer buffer() {
        return new DispatcherSettings.Buffer(
                Math.max(values.read(GLOBAL_BUFFER_SIZE) / 2, values.read(API_BATCH_SIZE)),
                RelaySettings.BUFFER.bytes().defaultValue(),
                values.read(POLL_BATCH_SIZE));
    }

    private OutboxConfig outbox(TableName table) {
        return new OutboxConfig(
                OutboxLayouts.FLOWCATALYST,
                OutboxLayouts.FLOWCATALYST.layout(table),
                new dev.signalbox.core.outbox.OutboxSettings(
                        OutboxSettings.CLAIM_MODE.defaultValue(),
                        processingTimeout(),
                        OutboxSettings.MAX_PAYLOAD_BYTES.defaultValue(),
                        OutboxSettings.RETENTION.defaultValue(),
                        RelaySettings.ORDERING.defaultValue(),
                        RelaySettings.ON_EXHAUSTED.defaultValue().holds()));
    }

    private void checkBuffer() {
        int batch = values.read(API_BATCH_SIZE);
        int buffer = values.read(GLOBAL_BUFFER_SIZE);
        if (batch > buffer) {
            values.contradiction(
                    API_BATCH_SIZE, "", "is more than " + GLOBAL_BUFFER_SIZE.key() + " (" + buffer + ") can hold");
        }
    }

    private static List<String> warnings(HttpSinkConfig sink) {
        Duration request = sink.timeouts().request();
        Duration usual = HttpSinkType.REQUEST_TIMEOUT.defaultValue();
        return request.equals(usual)
                ? List.of()
                : List.of(PROCESSING_TIMEOUT.key() + " is so short that requests time out after "
                        + Durations.written(request) + " instead of " + Durations.written(usual));
    }
}

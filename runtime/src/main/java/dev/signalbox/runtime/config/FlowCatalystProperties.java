package dev.signalbox.runtime.config;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import dev.signalbox.runtime.sink.http.HttpSinkKeys;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns the settings of a FlowCatalyst outbox processor into one source, one sink and two relays. */
final class FlowCatalystProperties {
    static final String SOURCE = "outbox-processor";
    static final String SINK = "api";
    static final String EVENTS = "events";
    static final String DISPATCH_JOBS = "dispatch-jobs";

    /** The settings that name the tables of its relays. */
    static final Map<String, Setting<TableName>> TABLES =
            Map.of(EVENTS, FlowCatalystSettings.EVENTS_TABLE, DISPATCH_JOBS, FlowCatalystSettings.DISPATCH_JOBS_TABLE);

    private static final DatabaseRules.SourceKeys DATABASE = new DatabaseRules.SourceKeys(
            FlowCatalystSettings.DATABASE_URL,
            FlowCatalystSettings.DATABASE_USERNAME,
            FlowCatalystSettings.DATABASE_PASSWORD,
            FlowCatalystSettings.MONGO_DATABASE);

    private final Values values;

    FlowCatalystProperties(Values values) {
        this.values = values;
    }

    /** What such a file asks for. */
    record EquivalentConfig(
            SourceConfig source, HttpSinkConfig sink, List<RelayConfig> relays, List<String> warnings) {}

    /** Empty if the processor is switched off. */
    Optional<EquivalentConfig> equivalent() {
        boolean enabled = values.read(FlowCatalystSettings.ENABLED);
        if (!enabled) {
            FlowCatalystSettings.ALL.stream()
                    .filter(setting -> !setting.required() || values.isGiven(setting, ""))
                    .forEach(values::read);
            return Optional.empty();
        }
        SourceConfig source = source();
        HttpSinkConfig sink = sink();
        List<RelayConfig> relays = relays(source, sink);
        checkDatabase(source, relays);
        checkBuffer();
        return Optional.of(new EquivalentConfig(source, sink, relays, warnings(sink)));
    }

    private SourceConfig source() {
        String url = values.read(FlowCatalystSettings.DATABASE_URL);
        return new SourceConfig(
                SOURCE,
                url,
                RelayConfigReader.user(url, values.read(FlowCatalystSettings.DATABASE_USERNAME)),
                RelayConfigReader.password(url, values.read(FlowCatalystSettings.DATABASE_PASSWORD)),
                mongoDatabase(url),
                SourceSettings.POOL_SIZE.defaultValue(),
                values.read(FlowCatalystSettings.COORDINATION),
                SourceSettings.LEASE_TTL.defaultValue(),
                SourceSettings.WAKE_UP.defaultValue(),
                SourceSettings.CONNECT_TIMEOUT.defaultValue(),
                SourceSettings.STATEMENT_TIMEOUT.defaultValue());
    }

    private Optional<String> mongoDatabase(String url) {
        Optional<String> given = values.read(FlowCatalystSettings.MONGO_DATABASE);
        return DatabaseKind.of(url)
                .filter(kind -> kind == DatabaseKind.MONGODB)
                .flatMap(_ -> RelayConfigReader.database(url, given)
                        .or(() -> Optional.of(FlowCatalystSettings.USUAL_MONGO_DATABASE)));
    }

    private void checkDatabase(SourceConfig source, List<RelayConfig> relays) {
        DatabaseRules rules = new DatabaseRules(values);
        rules.checkSource(source, DATABASE, "");
        OutboxTableRules tables = new OutboxTableRules(values);
        tables.checkTable(relays.get(0), source.kind(), FlowCatalystSettings.EVENTS_TABLE, "");
        tables.checkTable(relays.get(1), source.kind(), FlowCatalystSettings.DISPATCH_JOBS_TABLE, "");
        Optional<DatabaseKind> type = values.read(FlowCatalystSettings.DATABASE_TYPE);
        boolean fits = type.isEmpty() || type.get().isLike(source.kind());
        if (!fits && values.isSound(FlowCatalystSettings.DATABASE_URL, "")) {
            values.contradiction(
                    FlowCatalystSettings.DATABASE_TYPE,
                    "",
                    "does not fit " + FlowCatalystSettings.DATABASE_URL.key() + ", which is the address of a "
                            + source.kind().title() + " database; it must be " + source.kind() + ", or left out");
        }
    }

    private HttpSinkConfig sink() {
        Duration request = requestTimeout();
        return new HttpSinkConfig(
                new SinkConfig.Common(
                        SINK,
                        new SinkConfig.Limits(
                                values.read(FlowCatalystSettings.API_BATCH_SIZE),
                                SinkSettings.BATCH_BYTES.defaultValue(),
                                values.read(FlowCatalystSettings.MAX_CONCURRENT_GROUPS)),
                        SinkSettings.RETRY_AFTER_CAP.defaultValue()),
                values.read(FlowCatalystSettings.API_BASE_URL),
                Optional.empty(),
                values.read(FlowCatalystSettings.API_TOKEN),
                new HttpSinkConfig.Timeouts(SinkSettings.CONNECT_TIMEOUT.defaultValue(), request, request),
                HttpSinkKeys.MAX_RESPONSE_BYTES.defaultValue());
    }

    /** A request must end before the rows that it carries may be given back, so a short time-out shortens it. */
    private Duration requestTimeout() {
        Duration usual = HttpSinkKeys.REQUEST_TIMEOUT.defaultValue();
        Duration most = processingTimeout().multipliedBy(4).dividedBy(5);
        return usual.compareTo(most) <= 0 ? usual : most;
    }

    private Duration processingTimeout() {
        return Duration.ofSeconds(values.read(FlowCatalystSettings.PROCESSING_TIMEOUT));
    }

    private List<RelayConfig> relays(SourceConfig source, SinkConfig sink) {
        TableName events = table(FlowCatalystSettings.EVENTS_TABLE, source);
        TableName jobs = table(FlowCatalystSettings.DISPATCH_JOBS_TABLE, source);
        return List.of(
                relay(EVENTS, events, sink.address(Optional.of("/api/events/batch"))),
                relay(DISPATCH_JOBS, jobs, sink.address(Optional.of("/api/dispatch/jobs/batch"))));
    }

    private TableName table(Setting<TableName> setting, SourceConfig source) {
        TableName table = values.read(setting);
        return source.kind() == DatabaseKind.POSTGRESQL ? folded(table) : table;
    }

    /** As PostgreSQL reads a name that is not quoted. */
    private static TableName folded(TableName table) {
        String schema = table.schema();
        return new TableName(
                schema == null ? null : schema.toLowerCase(Locale.ROOT),
                table.table().toLowerCase(Locale.ROOT));
    }

    private RelayConfig relay(String name, TableName table, URI url) {
        Duration interval = values.read(FlowCatalystSettings.POLL_INTERVAL);
        return new RelayConfig(
                name,
                Optional.empty(),
                SOURCE,
                SINK,
                Map.of(),
                url,
                outbox(table),
                new RetryPolicy(values.read(FlowCatalystSettings.MAX_RETRIES), RelaySettings.RETRY.defaults()),
                buffer(),
                PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval),
                values.read(FlowCatalystSettings.MAX_CONCURRENT_GROUPS));
    }

    /** Half of the buffer for each table, but never less than one request takes. */
    private DispatcherSettings.Buffer buffer() {
        return new DispatcherSettings.Buffer(
                Math.max(
                        values.read(FlowCatalystSettings.GLOBAL_BUFFER_SIZE) / 2,
                        values.read(FlowCatalystSettings.API_BATCH_SIZE)),
                RelaySettings.BUFFER.bytes().defaultValue(),
                values.read(FlowCatalystSettings.POLL_BATCH_SIZE));
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
        int batch = values.read(FlowCatalystSettings.API_BATCH_SIZE);
        int buffer = values.read(FlowCatalystSettings.GLOBAL_BUFFER_SIZE);
        if (batch > buffer) {
            values.contradiction(
                    FlowCatalystSettings.API_BATCH_SIZE,
                    "",
                    "is more than " + FlowCatalystSettings.GLOBAL_BUFFER_SIZE.key() + " (" + buffer + ") can hold");
        }
    }

    private List<String> warnings(HttpSinkConfig sink) {
        List<String> warnings = new ArrayList<>();
        Duration request = sink.timeouts().request();
        if (!request.equals(HttpSinkKeys.REQUEST_TIMEOUT.defaultValue())) {
            warnings.add(FlowCatalystSettings.PROCESSING_TIMEOUT.key() + " is so short that requests time out after "
                    + Durations.written(request) + " instead of "
                    + Durations.written(HttpSinkKeys.REQUEST_TIMEOUT.defaultValue()));
        }
        return warnings;
    }
}

package dev.signalbox.runtime.config.compatibility;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.OutboxSettings;
import dev.signalbox.runtime.config.relay.OutboxTableRules;
import dev.signalbox.runtime.config.relay.PollSettings;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.relay.RelaySettings;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseRules;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceConfigReader;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingValues;
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

/** Converts the settings of a FlowCatalyst outbox processor to one source, one sink and two relays. */
public final class FlowCatalystProperties {
    static final String SOURCE = "outbox-processor";
    static final String SINK = "api";
    static final String EVENTS = "events";
    static final String DISPATCH_JOBS = "dispatch-jobs";

    /** The settings that name the tables of its relays. */
    public static final Map<String, Setting<TableName>> TABLES =
            Map.of(EVENTS, FlowCatalystSettings.EVENTS_TABLE, DISPATCH_JOBS, FlowCatalystSettings.DISPATCH_JOBS_TABLE);

    private static final DatabaseRules.SourceKeys DATABASE = new DatabaseRules.SourceKeys(
            FlowCatalystSettings.DATABASE_URL,
            FlowCatalystSettings.DATABASE_USERNAME,
            FlowCatalystSettings.DATABASE_PASSWORD,
            FlowCatalystSettings.MONGO_DATABASE);

    private final SettingValues settingValues;

    public FlowCatalystProperties(SettingValues settingValues) {
        this.settingValues = settingValues;
    }

    /** The equivalent Signalbox configuration of such a file. */
    public record EquivalentConfig(
            SourceConfig source, HttpSinkConfig sink, List<RelayConfig> relays, List<String> warnings) {}

    /** Empty if the processor is disabled. */
    public Optional<EquivalentConfig> equivalent() {
        boolean enabled = settingValues.read(FlowCatalystSettings.ENABLED);
        if (!enabled) {
            FlowCatalystSettings.ALL.stream()
                    .filter(setting -> !setting.required() || settingValues.isGiven(setting, ""))
                    .forEach(settingValues::read);
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
        String url = settingValues.read(FlowCatalystSettings.DATABASE_URL);
        return new SourceConfig(
                SOURCE,
                url,
                SourceConfigReader.user(url, settingValues.read(FlowCatalystSettings.DATABASE_USERNAME)),
                SourceConfigReader.password(url, settingValues.read(FlowCatalystSettings.DATABASE_PASSWORD)),
                mongoDatabase(url),
                SourceSettings.POOL_SIZE.defaultValue(),
                settingValues.read(FlowCatalystSettings.COORDINATION),
                SourceSettings.LEASE_TTL.defaultValue(),
                SourceSettings.WAKE_UP.defaultValue(),
                SourceSettings.CONNECT_TIMEOUT.defaultValue(),
                SourceSettings.STATEMENT_TIMEOUT.defaultValue());
    }

    private Optional<String> mongoDatabase(String url) {
        Optional<String> given = settingValues.read(FlowCatalystSettings.MONGO_DATABASE);
        return DatabaseKind.of(url)
                .filter(kind -> kind == DatabaseKind.MONGODB)
                .flatMap(_ -> SourceConfigReader.database(url, given)
                        .or(() -> Optional.of(FlowCatalystSettings.USUAL_MONGO_DATABASE)));
    }

    private void checkDatabase(SourceConfig source, List<RelayConfig> relays) {
        DatabaseRules rules = new DatabaseRules(settingValues);
        rules.checkSource(source, DATABASE, "");
        OutboxTableRules tables = new OutboxTableRules(settingValues);
        tables.checkTable(relays.get(0), source.kind(), FlowCatalystSettings.EVENTS_TABLE, "");
        tables.checkTable(relays.get(1), source.kind(), FlowCatalystSettings.DISPATCH_JOBS_TABLE, "");
        Optional<DatabaseKind> type = settingValues.read(FlowCatalystSettings.DATABASE_TYPE);
        boolean fits = type.isEmpty() || type.get().isLike(source.kind());
        if (!fits && settingValues.isSound(FlowCatalystSettings.DATABASE_URL, "")) {
            settingValues.contradiction(
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
                                settingValues.read(FlowCatalystSettings.API_BATCH_SIZE),
                                SinkSettings.BATCH_BYTES.defaultValue(),
                                settingValues.read(FlowCatalystSettings.MAX_CONCURRENT_GROUPS)),
                        SinkSettings.RETRY_AFTER_CAP.defaultValue()),
                settingValues.read(FlowCatalystSettings.API_BASE_URL),
                Optional.empty(),
                settingValues.read(FlowCatalystSettings.API_TOKEN),
                new HttpSinkConfig.Timeouts(SinkSettings.CONNECT_TIMEOUT.defaultValue(), request, request),
                HttpSinkKeys.MAX_RESPONSE_BYTES.defaultValue());
    }

    /** A request must end before its rows can be released, so a short processing timeout shortens it. */
    private Duration requestTimeout() {
        Duration usual = HttpSinkKeys.REQUEST_TIMEOUT.defaultValue();
        Duration most = processingTimeout().multipliedBy(4).dividedBy(5);
        return usual.compareTo(most) <= 0 ? usual : most;
    }

    private Duration processingTimeout() {
        return Duration.ofSeconds(settingValues.read(FlowCatalystSettings.PROCESSING_TIMEOUT));
    }

    private List<RelayConfig> relays(SourceConfig source, SinkConfig sink) {
        TableName events = table(FlowCatalystSettings.EVENTS_TABLE, source);
        TableName jobs = table(FlowCatalystSettings.DISPATCH_JOBS_TABLE, source);
        return List.of(
                relay(EVENTS, events, sink.address(Optional.of("/api/events/batch"))),
                relay(DISPATCH_JOBS, jobs, sink.address(Optional.of("/api/dispatch/jobs/batch"))));
    }

    private TableName table(Setting<TableName> setting, SourceConfig source) {
        TableName table = settingValues.read(setting);
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
        Duration interval = settingValues.read(FlowCatalystSettings.POLL_INTERVAL);
        return new RelayConfig(
                name,
                Optional.empty(),
                SOURCE,
                SINK,
                Map.of(),
                url,
                outbox(table),
                new RetryPolicy(settingValues.read(FlowCatalystSettings.MAX_RETRIES), RelaySettings.RETRY.defaults()),
                buffer(),
                PollSettings.constant(SourceSettings.WAKE_UP.defaultValue(), interval),
                settingValues.read(FlowCatalystSettings.MAX_CONCURRENT_GROUPS));
    }

    /** Half of the buffer for each table, but at least one request. */
    private DispatcherSettings.Buffer buffer() {
        return new DispatcherSettings.Buffer(
                Math.max(
                        settingValues.read(FlowCatalystSettings.GLOBAL_BUFFER_SIZE) / 2,
                        settingValues.read(FlowCatalystSettings.API_BATCH_SIZE)),
                RelaySettings.BUFFER.bytes().defaultValue(),
                settingValues.read(FlowCatalystSettings.POLL_BATCH_SIZE));
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
        int batch = settingValues.read(FlowCatalystSettings.API_BATCH_SIZE);
        int buffer = settingValues.read(FlowCatalystSettings.GLOBAL_BUFFER_SIZE);
        if (batch > buffer) {
            settingValues.contradiction(
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

package dev.signalbox.runtime.config;

import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Turns the values below {@code signalbox:} into sources, sinks and relays. */
final class RelayConfigReader {
    private final SettingValues settingValues;

    RelayConfigReader(SettingValues settingValues) {
        this.settingValues = settingValues;
    }

    Map<String, SourceConfig> sources() {
        Map<String, SourceConfig> sources = new LinkedHashMap<>();
        settingValues.names(SourceSettings.PREFIX).forEach(name -> sources.put(name, source(name)));
        return sources;
    }

    Map<String, SinkConfig> sinks() {
        Map<String, SinkConfig> sinks = new LinkedHashMap<>();
        settingValues.names(SinkSettings.PREFIX).forEach(name -> sinks.put(name, sink(name)));
        return sinks;
    }

    boolean enabled(String relay) {
        return settingValues.read(RelaySettings.ENABLED, relay);
    }

    RelayConfig relay(String name, Map<String, SinkConfig> sinks) {
        Map<TypePattern, Route> routes =
                settingValues.read(RelaySettings.ROUTES, name).orElse(Map.of());
        OutboxConfig.Layout layout = settingValues.read(OutboxSettings.LAYOUT, name);
        String sink = settingValues.isGiven(RelaySettings.ROUTES, name)
                ? firstOf(routes)
                : settingValues.read(RelaySettings.SINK, name);
        Optional<String> path = settingValues.read(RelaySettings.PATH, name);
        return new RelayConfig(
                name,
                Optional.empty(),
                settingValues.read(RelaySettings.SOURCE, name),
                sink,
                routes,
                routes.isEmpty()
                        ? url(Optional.ofNullable(sinks.get(sink)), path)
                        : URI.create("routes:" + String.join(",", new TreeSet<>(new Routes(routes).clusters()))),
                outbox(name),
                settingValues.read(RelaySettings.ORDERING, name),
                settingValues.read(RelaySettings.ON_EXHAUSTED, name),
                settingValues.read(RelaySettings.MAX_RETRIES, name, EventOutboxLayout.retries(layout)),
                RelaySettings.RETRY.read(settingValues, name, EventOutboxLayout.retry(layout)),
                RelaySettings.BUFFER.read(settingValues, name),
                RelaySettings.POLL.read(settingValues, name),
                settingValues.read(RelaySettings.MAX_CONCURRENT_REQUESTS, name));
    }

    private static String firstOf(Map<TypePattern, Route> routes) {
        return routes.values().stream()
                .map(route -> route.clusters().getFirst())
                .findFirst()
                .orElse(RelaySettings.SINK.defaultValue());
    }

    /** Where the messages for a sink go. */
    static URI url(Optional<SinkConfig> sink, Optional<String> path) {
        URI base = sink.map(SinkConfig::baseUrl).orElse(SinkSettings.BASE_URL.defaultValue());
        return URI.create(base + path.or(() -> sink.flatMap(SinkConfig::path)).orElse(""));
    }

    private SourceConfig source(String name) {
        String url = settingValues.read(SourceSettings.URL, name);
        return new SourceConfig(
                name,
                url,
                user(url, settingValues.read(SourceSettings.USERNAME, name)),
                password(url, settingValues.read(SourceSettings.PASSWORD, name)),
                database(url, settingValues.read(SourceSettings.DATABASE, name)),
                settingValues.read(SourceSettings.POOL_SIZE, name),
                settingValues.read(SourceSettings.COORDINATION, name),
                settingValues.read(SourceSettings.LEASE_TTL, name),
                settingValues.read(SourceSettings.WAKE_UP, name),
                settingValues.read(SourceSettings.CONNECT_TIMEOUT, name),
                settingValues.read(SourceSettings.STATEMENT_TIMEOUT, name),
                settingValues.read(SourceSettings.INITIAL_DELAY, name));
    }

    /** MySQL's drivers are told the user in any case, so the one that the URL names is read. */
    static Optional<String> user(String url, Optional<String> given) {
        return isMySql(url) ? given.or(() -> DatabaseUrls.user(url)) : given;
    }

    static Optional<Secret> password(String url, Optional<Secret> given) {
        return isMySql(url) ? given.or(() -> DatabaseUrls.password(url).map(Secret::new)) : given;
    }

    static Optional<String> database(String url, Optional<String> given) {
        boolean mongo = DatabaseKind.of(url).equals(Optional.of(DatabaseKind.MONGODB));
        return mongo ? given.or(() -> DatabaseUrls.mongoDatabase(url)) : Optional.empty();
    }

    private static boolean isMySql(String url) {
        return DatabaseKind.of(url).map(DatabaseKind::isMySql).orElse(false);
    }

    private SinkConfig sink(String name) {
        return switch (settingValues.read(SinkSettings.TYPE, name)) {
            case HTTP -> http(name);
            case KAFKA -> kafka(name);
            case RABBITMQ -> RabbitSettings.read(settingValues, name);
        };
    }

    private SinkConfig kafka(String name) {
        KafkaConfig kafka = KafkaSettings.read(settingValues, name);
        Duration longest = KafkaRules.longestSend(kafka);
        return new SinkConfig(
                name,
                SinkConfig.Type.KAFKA,
                URI.create("kafka://" + kafka.bootstrapServers()),
                Optional.empty(),
                Optional.empty(),
                new SinkConfig.Timeouts(
                        longest, longest, longest, settingValues.read(SinkSettings.RETRY_AFTER_CAP, name)),
                new SinkConfig.Limits(
                        settingValues.read(SinkSettings.BATCH_SIZE, name, KafkaSettings.BATCH_SIZE),
                        settingValues.read(SinkSettings.BATCH_BYTES, name),
                        SinkSettings.MAX_RESPONSE_BYTES.defaultValue(),
                        settingValues.read(SinkSettings.MAX_CONCURRENT_REQUESTS, name)),
                Optional.of(kafka));
    }

    private SinkConfig http(String name) {
        Duration request = settingValues.read(SinkSettings.REQUEST_TIMEOUT, name);
        Duration total = settingValues.read(SinkSettings.TOTAL_DEADLINE, name).orElse(request);
        return new SinkConfig(
                name,
                SinkConfig.Type.HTTP,
                settingValues.read(SinkSettings.BASE_URL, name),
                settingValues.read(SinkSettings.PATH, name),
                settingValues.read(SinkSettings.TOKEN, name),
                new SinkConfig.Timeouts(
                        settingValues.read(SinkSettings.CONNECT_TIMEOUT, name),
                        request,
                        total,
                        settingValues.read(SinkSettings.RETRY_AFTER_CAP, name)),
                new SinkConfig.Limits(
                        settingValues.read(SinkSettings.BATCH_SIZE, name),
                        settingValues.read(SinkSettings.BATCH_BYTES, name),
                        settingValues.read(SinkSettings.MAX_RESPONSE_BYTES, name),
                        settingValues.read(SinkSettings.MAX_CONCURRENT_REQUESTS, name)),
                Optional.empty());
    }

    private OutboxConfig outbox(String relay) {
        OutboxConfig.Layout layout = settingValues.read(OutboxSettings.LAYOUT, relay);
        TableName table = table(relay, layout);
        return new OutboxConfig(
                layout,
                table,
                columns(relay, layout),
                headers(relay),
                statuses(relay, layout),
                claimMode(relay, layout),
                settingValues.read(OutboxSettings.PROCESSING_TIMEOUT, relay),
                settingValues.read(OutboxSettings.MAX_PAYLOAD_BYTES, relay),
                retention(relay, table),
                layout == OutboxConfig.Layout.EVENT_OUTBOX
                        ? EventOutboxLayout.processedEvents(settingValues, relay)
                        : Optional.empty(),
                EventOutboxLayout.period(settingValues, relay));
    }

    private Retention retention(String relay, TableName table) {
        Retention completed = settingValues.read(OutboxSettings.RETENTION, relay);
        Optional<Duration> after = settingValues.read(OutboxSettings.ARCHIVE_AFTER, relay);
        Optional<TableName> archive = settingValues.read(OutboxSettings.ARCHIVE_TABLE, relay);
        if (after.isEmpty() && archive.isEmpty()) {
            return completed;
        }
        if (!(completed instanceof Retention.Keep)) {
            settingValues.contradiction(
                    OutboxSettings.RETENTION, relay, "deletes what is to be archived; leave it out, or the archive");
        }
        return new Retention.ArchiveAfter(
                after.orElse(OutboxSettings.DEFAULT_ARCHIVE_AFTER),
                archive.map(named -> new TableName(named.schema().or(table::schema), named.name()))
                        .orElse(new TableName(table.schema(), table.name() + "_archive")));
    }

    private OutboxConfig.ClaimMode claimMode(String relay, OutboxConfig.Layout layout) {
        return layout == OutboxConfig.Layout.EVENT_OUTBOX
                ? settingValues.read(OutboxSettings.CLAIM_MODE, relay, OutboxConfig.ClaimMode.OWN)
                : settingValues.read(OutboxSettings.CLAIM_MODE, relay);
    }

    private TableName table(String relay, OutboxConfig.Layout layout) {
        TableName usual = switch (layout) {
            case FLOWCATALYST, CATBOX -> OutboxSettings.TABLE.defaultValue();
            case EVENT_OUTBOX -> OutboxSettings.EVENT_OUTBOX;
            case SIGNALBOX -> OutboxSettings.OWN_TABLE;
        };
        TableName table = settingValues.read(OutboxSettings.TABLE, relay, usual);
        Optional<String> schema = settingValues.read(OutboxSettings.SCHEMA, relay);
        if (schema.isPresent() && table.schema().isPresent()) {
            settingValues.contradiction(
                    OutboxSettings.SCHEMA, relay, "is given, but the table " + table + " names its schema itself");
        }
        return new TableName(table.schema().or(() -> schema), table.name());
    }

    private OutboxConfig.HeaderColumns headers(String relay) {
        return new OutboxConfig.HeaderColumns(
                settingValues.read(OutboxSettings.COLUMN_HEADERS, relay),
                settingValues.read(OutboxSettings.HEADERS, relay).orElse(List.of()));
    }

    private OutboxConfig.Columns columns(String relay, OutboxConfig.Layout layout) {
        OutboxConfig.Columns usual = OutboxConfig.Columns.usual(layout);
        return new OutboxConfig.Columns(
                settingValues.read(OutboxSettings.COLUMN_ID, relay, usual.id()),
                settingValues.read(OutboxSettings.COLUMN_TYPE, relay, usual.type()),
                settingValues.read(OutboxSettings.COLUMN_MESSAGE_GROUP, relay, usual.messageGroup()),
                settingValues.read(OutboxSettings.COLUMN_PAYLOAD, relay),
                settingValues.read(OutboxSettings.COLUMN_STATUS, relay),
                settingValues.read(OutboxSettings.COLUMN_RETRY_COUNT, relay),
                settingValues.read(OutboxSettings.COLUMN_CREATED_AT, relay),
                settingValues.read(OutboxSettings.COLUMN_PROCESSED_AT, relay, usual.processedAt()),
                settingValues.read(OutboxSettings.COLUMN_ERROR_MESSAGE, relay),
                settingValues.read(OutboxSettings.COLUMN_HELD_UNTIL, relay));
    }

    private OutboxConfig.Statuses statuses(String relay, OutboxConfig.Layout layout) {
        OutboxConfig.Statuses usual = OutboxConfig.Statuses.usual(layout);
        return new OutboxConfig.Statuses(
                settingValues.read(OutboxSettings.STATUS_PENDING, relay),
                settingValues.read(OutboxSettings.STATUS_PROCESSING, relay),
                settingValues.read(OutboxSettings.STATUS_COMPLETED, relay, usual.completed()),
                settingValues.read(OutboxSettings.STATUS_FAILED, relay));
    }
}

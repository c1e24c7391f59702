package dev.signalbox.runtime.config;

import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Turns the values below {@code signalbox:} into sources, sinks and relays. */
final class RelayConfigReader {
    private final Values values;

    RelayConfigReader(Values values) {
        this.values = values;
    }

    Map<String, SourceConfig> sources() {
        Map<String, SourceConfig> sources = new LinkedHashMap<>();
        values.names(SourceSettings.PREFIX).forEach(name -> sources.put(name, source(name)));
        return sources;
    }

    Map<String, SinkConfig> sinks() {
        Map<String, SinkConfig> sinks = new LinkedHashMap<>();
        values.names(SinkSettings.PREFIX).forEach(name -> sinks.put(name, SinkTypes.read(values, name)));
        return sinks;
    }

    boolean enabled(String relay) {
        return values.read(RelaySettings.ENABLED, relay);
    }

    RelayConfig relay(String name, Map<String, SinkConfig> sinks) {
        Map<TypePattern, Route> routes = values.read(RelaySettings.ROUTES, name).orElse(Map.of());
        OutboxConfig.Layout layout = values.read(OutboxSettings.LAYOUT, name);
        String sink =
                values.isGiven(RelaySettings.ROUTES, name) ? firstOf(routes) : values.read(RelaySettings.SINK, name);
        Optional<String> path = values.read(RelaySettings.PATH, name);
        return new RelayConfig(
                name,
                Optional.empty(),
                values.read(RelaySettings.SOURCE, name),
                sink,
                routes,
                routes.isEmpty()
                        ? url(Optional.ofNullable(sinks.get(sink)), path)
                        : URI.create("routes:" + String.join(",", new TreeSet<>(new Routes(routes).clusters()))),
                outbox(name),
                values.read(RelaySettings.ORDERING, name),
                values.read(RelaySettings.ON_EXHAUSTED, name),
                values.read(RelaySettings.MAX_RETRIES, name, EventOutboxLayout.retries(layout)),
                RelaySettings.RETRY.read(values, name, EventOutboxLayout.retry(layout)),
                RelaySettings.BUFFER.read(values, name),
                RelaySettings.POLL.read(values, name),
                values.read(RelaySettings.MAX_CONCURRENT_REQUESTS, name),
                values.read(RelaySettings.DRY_RUN, name));
    }

    private static String firstOf(Map<TypePattern, Route> routes) {
        return routes.values().stream()
                .map(route -> route.clusters().getFirst())
                .findFirst()
                .orElse(RelaySettings.SINK.defaultValue());
    }

    /** Where the messages for a sink go. A sink that does not exist is a problem already. */
    static URI url(Optional<SinkConfig> sink, Optional<String> path) {
        return sink.map(it -> it.address(path)).orElseGet(() -> URI.create("sink:missing"));
    }

    private SourceConfig source(String name) {
        String url = values.read(SourceSettings.URL, name);
        return new SourceConfig(
                name,
                url,
                user(url, values.read(SourceSettings.USERNAME, name)),
                password(url, values.read(SourceSettings.PASSWORD, name)),
                database(url, values.read(SourceSettings.DATABASE, name)),
                values.read(SourceSettings.POOL_SIZE, name),
                values.read(SourceSettings.COORDINATION, name),
                values.read(SourceSettings.LEASE_TTL, name),
                values.read(SourceSettings.WAKE_UP, name),
                values.read(SourceSettings.CONNECT_TIMEOUT, name),
                values.read(SourceSettings.STATEMENT_TIMEOUT, name),
                values.read(SourceSettings.INITIAL_DELAY, name));
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

    private OutboxConfig outbox(String relay) {
        OutboxConfig.Layout layout = values.read(OutboxSettings.LAYOUT, relay);
        TableName table = table(relay, layout);
        return new OutboxConfig(
                layout,
                table,
                columns(relay, layout),
                headers(relay),
                statuses(relay, layout),
                claimMode(relay, layout),
                values.read(OutboxSettings.PROCESSING_TIMEOUT, relay),
                values.read(OutboxSettings.MAX_PAYLOAD_BYTES, relay),
                retention(relay, table),
                layout == OutboxConfig.Layout.EVENT_OUTBOX
                        ? EventOutboxLayout.processedEvents(values, relay)
                        : Optional.empty(),
                EventOutboxLayout.period(values, relay));
    }

    private Retention retention(String relay, TableName table) {
        Retention completed = values.read(OutboxSettings.RETENTION, relay);
        Optional<Duration> after = values.read(OutboxSettings.ARCHIVE_AFTER, relay);
        Optional<TableName> archive = values.read(OutboxSettings.ARCHIVE_TABLE, relay);
        if (after.isEmpty() && archive.isEmpty()) {
            return completed;
        }
        if (!(completed instanceof Retention.Keep)) {
            values.contradiction(
                    OutboxSettings.RETENTION, relay, "deletes what is to be archived; leave it out, or the archive");
        }
        return new Retention.ArchiveAfter(
                after.orElse(OutboxSettings.DEFAULT_ARCHIVE_AFTER),
                archive.map(named -> new TableName(named.schema().or(table::schema), named.name()))
                        .orElse(new TableName(table.schema(), table.name() + "_archive")));
    }

    private OutboxConfig.ClaimMode claimMode(String relay, OutboxConfig.Layout layout) {
        return layout == OutboxConfig.Layout.EVENT_OUTBOX
                ? values.read(OutboxSettings.CLAIM_MODE, relay, OutboxConfig.ClaimMode.OWN)
                : values.read(OutboxSettings.CLAIM_MODE, relay);
    }

    private TableName table(String relay, OutboxConfig.Layout layout) {
        TableName usual = switch (layout) {
            case FLOWCATALYST, CATBOX -> OutboxSettings.TABLE.defaultValue();
            case EVENT_OUTBOX -> OutboxSettings.EVENT_OUTBOX;
            case SIGNALBOX -> OutboxSettings.OWN_TABLE;
        };
        TableName table = values.read(OutboxSettings.TABLE, relay, usual);
        Optional<String> schema = values.read(OutboxSettings.SCHEMA, relay);
        if (schema.isPresent() && table.schema().isPresent()) {
            values.contradiction(
                    OutboxSettings.SCHEMA, relay, "is given, but the table " + table + " names its schema itself");
        }
        return new TableName(table.schema().or(() -> schema), table.name());
    }

    private OutboxConfig.HeaderColumns headers(String relay) {
        return new OutboxConfig.HeaderColumns(
                values.read(OutboxSettings.COLUMN_HEADERS, relay),
                values.read(OutboxSettings.HEADERS, relay).orElse(List.of()));
    }

    private OutboxConfig.Columns columns(String relay, OutboxConfig.Layout layout) {
        OutboxConfig.Columns usual = OutboxConfig.Columns.usual(layout);
        return new OutboxConfig.Columns(
                values.read(OutboxSettings.COLUMN_ID, relay, usual.id()),
                values.read(OutboxSettings.COLUMN_TYPE, relay, usual.type()),
                values.read(OutboxSettings.COLUMN_MESSAGE_GROUP, relay, usual.messageGroup()),
                values.read(OutboxSettings.COLUMN_PAYLOAD, relay),
                values.read(OutboxSettings.COLUMN_STATUS, relay),
                values.read(OutboxSettings.COLUMN_RETRY_COUNT, relay),
                values.read(OutboxSettings.COLUMN_CREATED_AT, relay),
                values.read(OutboxSettings.COLUMN_PROCESSED_AT, relay, usual.processedAt()),
                values.read(OutboxSettings.COLUMN_ERROR_MESSAGE, relay),
                values.read(OutboxSettings.COLUMN_HELD_UNTIL, relay));
    }

    private OutboxConfig.Statuses statuses(String relay, OutboxConfig.Layout layout) {
        OutboxConfig.Statuses usual = OutboxConfig.Statuses.usual(layout);
        return new OutboxConfig.Statuses(
                values.read(OutboxSettings.STATUS_PENDING, relay),
                values.read(OutboxSettings.STATUS_PROCESSING, relay),
                values.read(OutboxSettings.STATUS_COMPLETED, relay, usual.completed()),
                values.read(OutboxSettings.STATUS_FAILED, relay));
    }
}

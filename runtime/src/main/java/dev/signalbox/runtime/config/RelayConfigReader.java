package dev.signalbox.runtime.config;

import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.Values;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import java.net.URI;
import java.util.LinkedHashMap;
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

    RelayConfig relay(String name, Map<String, SourceConfig> sources, Map<String, SinkConfig> sinks) {
        Map<TypePattern, Route> routes =
                values.read(RelaySettings.ROUTES, name).orElse(Map.of());
        String source = values.read(RelaySettings.SOURCE, name);
        String sink = values.isGiven(RelaySettings.ROUTES, name)
                ? firstOf(routes)
                : values.read(RelaySettings.SINK, name);
        Optional<String> path = values.read(RelaySettings.PATH, name);
        OutboxConfigReader reader = new OutboxConfigReader(values, name);
        OutboxConfig outbox = reader.outbox();
        return new RelayConfig(
                name,
                Optional.empty(),
                source,
                sink,
                routes,
                routes.isEmpty()
                        ? url(Optional.ofNullable(sinks.get(sink)), path)
                        : URI.create("routes:" + String.join(",", new TreeSet<>(new Routes(routes).clusters()))),
                outbox,
                reader.retries(outbox),
                RelaySettings.BUFFER.read(
                        values, name, values.read(RelaySettings.POLL.batchSize(), name)),
                RelaySettings.POLL.read(values, name, SourceConfig.wakeUp(sources.get(source))),
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
}

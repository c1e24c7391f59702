package dev.signalbox.runtime.config;

import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkSettings;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Converts the values below {@code signalbox:} to sources, sinks and relays. */
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
        settingValues.names(SinkSettings.PREFIX).forEach(name -> sinks.put(name, SinkTypes.read(settingValues, name)));
        return sinks;
    }

    boolean enabled(String relay) {
        return settingValues.read(RelaySettings.ENABLED, relay);
    }

    RelayConfig relay(String name, Map<String, SourceConfig> sources, Map<String, SinkConfig> sinks) {
        Map<TypePattern, Route> routes =
                settingValues.read(RelaySettings.ROUTES, name).orElse(Map.of());
        String source = settingValues.read(RelaySettings.SOURCE, name);
        String sink = settingValues.isGiven(RelaySettings.ROUTES, name)
                ? firstOf(routes)
                : settingValues.read(RelaySettings.SINK, name);
        Optional<String> path = settingValues.read(RelaySettings.PATH, name);
        OutboxConfigReader reader = new OutboxConfigReader(settingValues, name);
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
                        settingValues, name, settingValues.read(RelaySettings.POLL.batchSize(), name)),
                RelaySettings.POLL.read(settingValues, name, SourceConfig.wakeUpOf(sources.get(source))),
                settingValues.read(RelaySettings.MAX_CONCURRENT_REQUESTS, name),
                settingValues.read(RelaySettings.DRY_RUN, name));
    }

    private static String firstOf(Map<TypePattern, Route> routes) {
        return routes.values().stream()
                .map(route -> route.clusters().getFirst())
                .findFirst()
                .orElse(RelaySettings.SINK.defaultValue());
    }

    /** Where messages for a sink go. A missing sink is reported elsewhere. */
    static URI url(Optional<SinkConfig> sink, Optional<String> path) {
        return sink.map(it -> it.address(path)).orElseGet(() -> URI.create("sink:missing"));
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

    /** MySQL's drivers always get the user as a property, so a user in the URL is read from there. */
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

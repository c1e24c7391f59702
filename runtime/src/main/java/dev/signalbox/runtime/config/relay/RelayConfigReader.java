package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.sink.SinkConfig;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Converts the values below {@code signalbox:} to relays. */
public final class RelayConfigReader {
    private final SettingValues settingValues;

    public RelayConfigReader(SettingValues settingValues) {
        this.settingValues = settingValues;
    }

    public boolean enabled(String relay) {
        return settingValues.read(RelaySettings.ENABLED, relay);
    }

    public RelayConfig relay(String name, Map<String, SourceConfig> sources, Map<String, SinkConfig> sinks) {
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
    public static URI url(Optional<SinkConfig> sink, Optional<String> path) {
        return sink.map(it -> it.address(path)).orElseGet(() -> URI.create("sink:missing"));
    }
}

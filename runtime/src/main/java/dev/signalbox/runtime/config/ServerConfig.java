package dev.signalbox.runtime.config;

import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.sink.SinkConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The complete, checked configuration of the program.
 *
 * @param shutdownGrace how long a stop waits for requests in flight
 * @param relays the enabled relays, whose sources and sinks all exist
 * @param logs the logs with at least one enabled feed
 * @param platform the event platform, if it is enabled
 * @param plugins the directory of plug-ins
 * @param warnings what is allowed but probably not intended
 */
public record ServerConfig(
        String nodeName,
        HttpServerConfig http,
        SecurityConfig security,
        Duration shutdownGrace,
        Map<String, SourceConfig> sources,
        Map<String, SinkConfig> sinks,
        List<RelayConfig> relays,
        List<LogConfig> logs,
        Optional<PlatformConfig> platform,
        Optional<Path> plugins,
        List<String> warnings) {
    public ServerConfig {
        sources = Map.copyOf(sources);
        sinks = Map.copyOf(sinks);
        relays = List.copyOf(relays);
        logs = List.copyOf(logs);
        warnings = List.copyOf(warnings);
    }

    /** The source of this name. It exists for every relay and log of a checked configuration. */
    public SourceConfig source(String name) {
        return Objects.requireNonNull(sources.get(name), () -> "no source " + name);
    }

    /** The sink of this name. It exists for every relay and every publisher of kind sink of a checked configuration. */
    public SinkConfig sink(String name) {
        return Objects.requireNonNull(sinks.get(name), () -> "no sink " + name);
    }

    /** The shortest time after which another node may take over deliveries to this sink. */
    public Duration shortestLease(String sink) {
        Stream<String> ofRelays =
                relays.stream().filter(relay -> relay.sinks().contains(sink)).map(RelayConfig::source);
        Stream<String> ofLogs = logs.stream()
                .filter(log -> log.feeds().stream()
                        .anyMatch(feed -> feed.publisher().name().equals(sink)))
                .map(LogConfig::source);
        return Stream.concat(ofRelays, ofLogs)
                .map(source -> source(source).leaseTtl())
                .min(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalArgumentException("nothing goes to the sink " + sink));
    }

    /** This configuration with another listen address. */
    public ServerConfig with(HttpServerConfig other) {
        List<String> all = Stream.concat(warnings.stream(), other.warning().stream())
                .distinct()
                .toList();
        return new ServerConfig(
                nodeName, other, security, shutdownGrace, sources, sinks, relays, logs, platform, plugins, all);
    }
}

package dev.signalbox.runtime.config;

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
 * Everything that the program was told, checked and complete.
 *
 * @param shutdownGrace how long a stop waits for requests under way
 * @param relays those that are enabled, each with a source and a sink that exist
 * @param logs those of which at least one pair of topic and publisher is enabled
 * @param plugins the directory with users' own publishers
 * @param warnings what is allowed but probably not meant
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
        Optional<Path> plugins,
        List<String> warnings) {
    public ServerConfig {
        sources = Map.copyOf(sources);
        sinks = Map.copyOf(sinks);
        relays = List.copyOf(relays);
        logs = List.copyOf(logs);
        warnings = List.copyOf(warnings);
    }

    /** The source of this name, which a checked relay or log always has. */
    public SourceConfig source(String name) {
        return Objects.requireNonNull(sources.get(name), () -> "no source " + name);
    }

    /** The sink of this name, which a checked relay or publisher of that kind always has. */
    public SinkConfig sink(String name) {
        return Objects.requireNonNull(sinks.get(name), () -> "no sink " + name);
    }

    /** The shortest time after which another node may take over what goes to this sink. */
    public Duration shortestLease(String sink) {
        Stream<String> ofRelays =
                relays.stream().filter(relay -> relay.sinks().contains(sink)).map(RelayConfig::source);
        Stream<String> ofLogs = logs.stream()
                .filter(log -> log.feeds().stream()
                        .anyMatch(pair -> pair.publisher().name().equals(sink)))
                .map(LogConfig::source);
        return Stream.concat(ofRelays, ofLogs)
                .map(source -> source(source).leaseTtl())
                .min(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalArgumentException("nothing goes to the sink " + sink));
    }

    /** The same, listening elsewhere. */
    public ServerConfig with(HttpServerConfig other) {
        return new ServerConfig(
                nodeName, other, security, shutdownGrace, sources, sinks, relays, logs, plugins, warnings);
    }
}

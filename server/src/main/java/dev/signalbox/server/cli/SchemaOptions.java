package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.schema.SchemaTargets;
import dev.signalbox.runtime.settings.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select tables. */
final class SchemaOptions {
    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The file that describes the relays and logs.")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private Path config;

    @Option(names = "--relay", paramLabel = "NAME", description = "Only the table of this relay or log.")
    private @Nullable String relay;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    boolean json() {
        return json;
    }

    /** The selected databases and tables. */
    List<SchemaTargets> targets() throws ConfigException, UnknownRelayException {
        ServerConfig loaded = new ConfigLoader(ProcessEnvironment.ofProcess()).load(config);
        List<RelayConfig> relays = loaded.relays().stream()
                .filter(each -> relay == null || each.name().equals(relay))
                .toList();
        List<LogConfig> logs = loaded.logs().stream()
                .filter(each -> relay == null || each.name().equals(relay))
                .toList();
        if (relays.isEmpty() && logs.isEmpty() && relay != null) {
            throw new UnknownRelayException("there is no relay " + relay + "; there is "
                    + Stream.concat(
                                    loaded.relays().stream().map(RelayConfig::name),
                                    loaded.logs().stream().map(LogConfig::name))
                            .collect(Collectors.joining(", ")));
        }
        return SchemaTargets.of(loaded, relays, logs);
    }

    /** The configuration has no relay or log of this name. */
    static final class UnknownRelayException extends Exception {
        UnknownRelayException(String message) {
            super(message);
        }
    }
}

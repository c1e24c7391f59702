package dev.signalbox.server.cli;

import dev.signalbox.server.config.ConfigException;
import dev.signalbox.server.config.ConfigLoader;
import dev.signalbox.server.config.RelayConfig;
import dev.signalbox.server.config.ServerConfig;
import dev.signalbox.server.config.Surroundings;
import dev.signalbox.server.relays.SchemaTargets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which tables a command is about. */
final class SchemaOptions {
    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The file that describes the relays.")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private Path config;

    @Option(names = "--relay", paramLabel = "NAME", description = "Only the table of this relay.")
    private @Nullable String relay;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    boolean json() {
        return json;
    }

    /** The databases and tables in question. */
    List<SchemaTargets> targets() throws ConfigException, NoSuchRelay {
        ServerConfig loaded = new ConfigLoader(Surroundings.ofProcess()).load(config);
        List<RelayConfig> wanted = loaded.relays().stream()
                .filter(each -> relay == null || each.name().equals(relay))
                .toList();
        if (wanted.isEmpty() && relay != null) {
            throw new NoSuchRelay("there is no relay " + relay + "; there is "
                    + String.join(
                            ", ",
                            loaded.relays().stream().map(RelayConfig::name).toList()));
        }
        return SchemaTargets.of(loaded, wanted);
    }

    /** The configuration has no relay of the name given. */
    static final class NoSuchRelay extends Exception {
        NoSuchRelay(String message) {
            super(message);
        }
    }
}

package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ConfigurationReference;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.server.program.ExitCode;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks a configuration without running it. */
@Command(name = "config", description = "Checks a configuration without running it.", mixinStandardHelpOptions = true)
final class ConfigCommand extends PrintingCommand implements Runnable {
    @Override
    public void run() {
        throw wrongUsage("config what? check or reference");
    }

    @Command(
            name = "check",
            description = "Tells whether a configuration can be used, and lists all its errors.",
            mixinStandardHelpOptions = true)
    int check(
            @Option(names = "--config", required = true, paramLabel = "FILE", description = "The file to check.")
                    Path file) {
        try {
            print(new ConfigLoader(ProcessEnvironment.ofProcess()).load(file));
            return ExitCode.OK.code();
        } catch (ConfigException e) {
            printError(e.getMessage());
            return ExitCode.BAD_USAGE.code();
        }
    }

    @Command(name = "reference", description = "Prints the reference of all settings.", mixinStandardHelpOptions = true)
    int reference() {
        out().print(ConfigurationReference.markdown());
        out().flush();
        return ExitCode.OK.code();
    }

    private void print(ServerConfig config) {
        config.warnings().forEach(warning -> out().println("warning: " + warning));
        for (RelayConfig relay : config.relays()) {
            out().println("relay " + relay.name() + ": " + relay.source() + " "
                    + relay.outbox().table() + " -> " + relay.url());
        }
        config.logs().stream()
                .flatMap(log -> log.feeds().stream())
                .forEach(feed -> out().println("publisher " + feed.displayName()
                        + feed.url().map(url -> " -> " + url).orElse("")));
        out().println("OK");
    }
}

package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ConfigurationReference;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.server.program.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks a configuration without running it. */
@Command(name = "config", description = "Checks a configuration without running it.", mixinStandardHelpOptions = true)
final class ConfigCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "config what? check or reference");
    }

    @Command(
            name = "check",
            description = "Tells whether a configuration can be used, and lists all its errors.",
            mixinStandardHelpOptions = true)
    int check(
            @Option(names = "--config", required = true, paramLabel = "FILE", description = "The file to check.")
                    Path file) {
        CommandLine command = spec.commandLine();
        try {
            print(command.getOut(), new ConfigLoader(ProcessEnvironment.ofProcess()).load(file));
            return ExitCode.OK.code();
        } catch (ConfigException e) {
            command.getErr().println("signalbox: " + e.getMessage());
            return ExitCode.BAD_USAGE.code();
        }
    }

    @Command(name = "reference", description = "Prints the reference of all settings.", mixinStandardHelpOptions = true)
    int reference() {
        spec.commandLine().getOut().print(ConfigurationReference.markdown());
        spec.commandLine().getOut().flush();
        return ExitCode.OK.code();
    }

    private static void print(PrintWriter out, ServerConfig config) {
        config.warnings().forEach(warning -> out.println("warning: " + warning));
        for (RelayConfig relay : config.relays()) {
            out.println("relay " + relay.name() + ": " + relay.source() + " "
                    + relay.outbox().table() + " -> " + relay.url());
        }
        config.logs().stream()
                .flatMap(log -> log.feeds().stream())
                .forEach(feed -> out.println("publisher " + feed.displayName()
                        + feed.url().map(url -> " -> " + url).orElse("")));
        out.println("OK");
    }
}

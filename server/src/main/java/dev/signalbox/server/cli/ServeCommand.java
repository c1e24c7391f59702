package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.publisher.PublisherLookupException;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.server.program.ExitCode;
import dev.signalbox.server.program.Server;
import dev.signalbox.server.web.WebServer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the relays that a file describes until the process is stopped. */
@Command(
        name = "serve",
        description = "Runs the relays that FILE describes until the process is stopped.",
        mixinStandardHelpOptions = true)
final class ServeCommand extends PrintingCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "A YAML file, or a properties file of an outbox processor.")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private Path config;

    @Option(names = "--port", paramLabel = "N", description = "Listen on this port; 0 takes any free one.")
    private @Nullable Integer port;

    @Option(names = "--address", paramLabel = "A", description = "Listen on this address.")
    private @Nullable String address;

    @Override
    public Integer call() throws InterruptedException {
        if (port != null && (port < 0 || port > 65535)) {
            throw wrongUsage("--port must be 0 to 65535, not " + port);
        }
        try {
            ProcessEnvironment environment = ProcessEnvironment.ofProcess();
            ServerConfig loaded = new ConfigLoader(environment).load(config);
            HttpServerConfig http = loaded.http()
                    .at(
                            Objects.requireNonNullElse(address, loaded.http().address()),
                            Objects.requireNonNullElse(port, loaded.http().port()));
            if (http.refusal().isPresent()) {
                throw wrongUsage(
                        "--address: '" + http.address() + "' " + http.refusal().get());
            }
            return Server.start(loaded.with(http), environment).awaitEnd().code();
        } catch (ConfigException | PublisherLookupException e) {
            printError(e.getMessage());
            return ExitCode.BAD_USAGE.code();
        } catch (WebServer.CannotListenException e) {
            printError(e.getMessage());
            return ExitCode.FAILED.code();
        }
    }
}

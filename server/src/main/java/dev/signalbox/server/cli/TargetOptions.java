package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.settings.ConfigException;
import dev.signalbox.runtime.settings.LoopbackHost;
import dev.signalbox.runtime.settings.Secret;
import dev.signalbox.server.program.AdminAccess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the running program and the relay. */
final class TargetOptions {
    private static final String DEFAULT_URL = "http://127.0.0.1:8080";
    private static final Set<String> ALL_ADDRESSES = Set.of("0.0.0.0", "::", "[::]");
    private static final int MAX_TOKEN_FILE_BYTES = 8_192;

    @Option(names = "--relay", paramLabel = "NAME", description = "The relay; not needed if there is only one.")
    @Nullable
    String relay;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the program listens (default: " + DEFAULT_URL + ").")
    private @Nullable String url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "A file with the administration token (default: SIGNALBOX_ADMIN_TOKEN, or where serve put it).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "The certificates (PEM) to trust for https, instead of those of Java.")
    private @Nullable Path caFile;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Take address and token from the configuration of serve.")
    private @Nullable Path config;

    @Option(names = "--json", description = "Print the answer as JSON.")
    boolean json;

    AdminApiClient connect(ProcessEnvironment processEnvironment) throws CommandException {
        Optional<ServerConfig> serving =
                config == null ? Optional.empty() : Optional.of(load(config, processEnvironment));
        URI address = address(serving);
        Optional<String> token = token(serving, processEnvironment, address);
        if (token.isPresent() && address.getScheme().equals("http") && !isThisMachine(address)) {
            throw CommandException.usage(
                    "--url: '" + address
                            + "' is not encrypted, so the token is not sent there; for another host it must begin with https://");
        }
        return new AdminApiClient(
                address, token, caFile == null ? Optional.empty() : Optional.of(TrustedCertificates.read(caFile)));
    }

    private static boolean isThisMachine(URI address) {
        return LoopbackHost.is(address.getHost());
    }

    private static ServerConfig load(Path file, ProcessEnvironment processEnvironment) throws CommandException {
        try {
            return new ConfigLoader(processEnvironment).load(file);
        } catch (ConfigException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private URI address(Optional<ServerConfig> serving) throws CommandException {
        String text = url != null ? url : serving.map(TargetOptions::url).orElse(DEFAULT_URL);
        try {
            URI address = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (address.getHost() != null && Set.of("http", "https").contains(String.valueOf(address.getScheme()))) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--url: '" + text + "' is not an address: " + e.getMessage());
        }
        throw CommandException.usage("--url: '" + text + "' is not an address such as " + DEFAULT_URL);
    }

    private static String url(ServerConfig serving) {
        String address = serving.http().address();
        String host = ALL_ADDRESSES.contains(address) ? "127.0.0.1" : address;
        String scheme = serving.http().tls().isPresent() ? "https://" : "http://";
        return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + serving.http().port();
    }

    private Optional<String> token(Optional<ServerConfig> serving, ProcessEnvironment processEnvironment, URI address)
            throws CommandException {
        if (tokenFile != null) {
            return Optional.of(read(tokenFile));
        }
        String variable = processEnvironment.environment().get("SIGNALBOX_ADMIN_TOKEN");
        if (variable != null && !variable.isBlank()) {
            return Optional.of(variable.strip());
        }
        Optional<Secret> configured = serving.flatMap(it -> it.security().adminToken());
        if (configured.isPresent()) {
            return configured.map(Secret::value);
        }
        // A generated token opens the program on this machine only; another host would learn it for nothing.
        if (!isThisMachine(address)) {
            return Optional.empty();
        }
        Optional<Path> made = serving.flatMap(it -> it.security().tokenFile())
                .or(() -> AdminAccess.defaultTokenFile(processEnvironment.environment(), port(address)));
        return made.isPresent() && Files.isReadable(made.get()) ? Optional.of(read(made.get())) : Optional.empty();
    }

    private static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : address.getScheme().equals("https") ? 443 : 80;
    }

    private static String read(Path file) throws CommandException {
        try {
            if (Files.size(file) > MAX_TOKEN_FILE_BYTES) {
                throw CommandException.usage("--token-file: " + file + " is too large to be a token");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw CommandException.usage("--token-file: " + file + " cannot be read: " + e.getMessage());
        }
    }
}

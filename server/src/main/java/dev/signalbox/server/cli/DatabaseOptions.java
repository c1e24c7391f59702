package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseUrls;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.config.source.SourceConfig.Coordination;
import dev.signalbox.runtime.config.source.SourceSettings;
import dev.signalbox.runtime.discovery.ConfigurationDraft;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Secret;
import java.io.Console;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a database and its user, for commands without a configuration. */
final class DatabaseOptions {
    /** Asks for a password at the terminal; empty if there is no terminal or no password. */
    @FunctionalInterface
    interface PasswordPrompt {
        Optional<String> ask(String question);
    }

    @Option(
            names = "--url",
            required = true,
            paramLabel = "URL",
            description = "The database: jdbc:postgresql:, jdbc:mysql: or jdbc:mariadb:, without a password.")
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private String url;

    @Option(names = "--username", paramLabel = "NAME", description = "The database user.")
    private @Nullable String username;

    @Option(
            names = "--password-env",
            paramLabel = "NAME",
            description = "The environment variable with the password; without it, the terminal asks for one.")
    private @Nullable String passwordVariable;

    @Option(
            names = "--allow-insecure",
            description = "Send the password to another host without TLS that verifies the server.")
    private boolean allowInsecure;

    private final ProcessEnvironment environment;
    private final PasswordPrompt prompt;

    DatabaseOptions() {
        this(ProcessEnvironment.ofProcess(), DatabaseOptions::askAtTerminal);
    }

    DatabaseOptions(ProcessEnvironment environment, PasswordPrompt prompt) {
        this.environment = environment;
        this.prompt = prompt;
    }

    private static Optional<String> askAtTerminal(String question) {
        return Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .flatMap(console -> Optional.ofNullable(console.readPassword("%s", question)))
                .map(String::new)
                .filter(password -> !password.isEmpty());
    }

    /** The database as a source whose other settings have their defaults. */
    SourceConfig source() throws CommandException {
        checkUrl();
        SourceConfig source = SourceSettings.usual(
                "database",
                url,
                Optional.ofNullable(username),
                password().map(Secret::new),
                Optional.empty(),
                Coordination.SHARDS,
                Duration.ZERO);
        if (!allowInsecure && source.insecureTransport().isPresent()) {
            var insecure = source.insecureTransport().get();
            throw CommandException.usage("--url: '" + displayUrl() + "' " + insecure.reason() + "; "
                    + insecure.allowed() + ", or give --allow-insecure");
        }
        return source;
    }

    private void checkUrl() throws CommandException {
        try {
            DatabaseUrls.kind().parse(url);
        } catch (InvalidValueException e) {
            throw CommandException.usage("--url: '" + displayUrl() + "' " + e.getMessage());
        }
        Optional<DatabaseKind> kind = DatabaseKind.of(url);
        if (kind.filter(DatabaseKind.MONGODB::equals).isPresent()) {
            throw CommandException.usage("--url: '" + displayUrl()
                    + "' is MongoDB, where the only layout is flowcatalyst; it must be PostgreSQL, MySQL or MariaDB");
        }
        if (DatabaseUrls.password(url).isPresent()) {
            throw CommandException.usage(
                    "--url: contains a password, which would be written into the configuration; give it with --password-env");
        }
        boolean named = username != null || DatabaseUrls.user(url).isPresent();
        if (!named && kind.filter(DatabaseKind::isMySql).isPresent()) {
            throw CommandException.usage("--username is missing; it must be the user as whom to connect");
        }
    }

    private Optional<String> password() throws CommandException {
        if (passwordVariable == null) {
            return prompt.ask("Password of " + Optional.ofNullable(username).orElse("the database user")
                    + " (empty if it needs none): ");
        }
        String value = environment.environment().get(passwordVariable);
        if (value == null) {
            throw CommandException.usage(
                    "--password-env: the environment variable " + passwordVariable + " is not set");
        }
        return Optional.of(value);
    }

    /** A draft of a configuration for this database. */
    ConfigurationDraft draft(SourceConfig source) {
        Optional<String> variable = Optional.ofNullable(passwordVariable)
                .or(() -> source.password().map(_ -> ConfigurationDraft.USUAL_PASSWORD_VARIABLE));
        return new ConfigurationDraft(url, Optional.ofNullable(username), variable, allowInsecure);
    }

    /** The URL without secrets. */
    String displayUrl() {
        return Masking.shown(url);
    }
}

package dev.signalbox.deploy;

import dev.signalbox.runtime.config.ConfigLoader;
import dev.signalbox.runtime.config.HttpServerConfig;
import dev.signalbox.runtime.config.ProcessEnvironment;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.settings.ConfigException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A configuration as the program itself reads it. */
record ProgramConfiguration(ServerConfig config) {
    /** Reads a file with no more environment than these variables, each with a value that it could have. */
    static ProgramConfiguration load(String path, Collection<String> variables) {
        Map<String, String> environment =
                variables.stream().collect(Collectors.toMap(Function.identity(), ProgramConfiguration::example));
        try {
            return new ProgramConfiguration(
                    new ConfigLoader(new ProcessEnvironment(environment, Map.of())).load(RepositoryFiles.file(path)));
        } catch (ConfigException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** A value that a variable of this name could have. */
    static String example(String variable) {
        if (variable.endsWith("_URL")) {
            return "jdbc:postgresql://db.example.com:5432/shop?sslmode=verify-full";
        }
        return variable.endsWith("_SECRET_KEY")
                ? "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
                : "only-an-example-1234";
    }

    List<String> warnings() {
        return config.warnings();
    }

    String address() {
        return config.http().address();
    }

    int port() {
        return config.http().port();
    }

    HttpServerConfig.Monitoring monitoring() {
        return config.http().monitoring().orElseThrow();
    }

    long graceSeconds() {
        return config.shutdownGrace().toSeconds();
    }

    static long seconds(String duration) {
        if (!duration.matches("\\d+s")) {
            throw new IllegalArgumentException("not in seconds: " + duration);
        }
        return Long.parseLong(duration.substring(0, duration.length() - 1));
    }
}

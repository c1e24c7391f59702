package dev.signalbox.demo.examples;

import dev.signalbox.embedded.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program of an example, as a process of its own that ends with this one. */
final class ExampleProgram implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int OK = 200;
    /** It is a guest on a small database. */
    private static final String FEW_CONNECTIONS = "--spring.datasource.hikari.maximum-pool-size=4";

    private final Role role;
    private final Path log;
    private final Process process;

    private ExampleProgram(Role role, Path log, Process process) {
        this.role = role;
        this.log = log;
        this.process = process;
    }

    /** Starts it, and returns at once. */
    static ExampleProgram start(ExampleJar jar, Role role, Map<String, String> settings, Path log) throws IOException {
        List<String> options = List.of("--server.port=" + role.port(), FEW_CONNECTIONS);
        return new ExampleProgram(role, log, jar.start(role.argument(), settings, options, log));
    }

    /** Whether it says that it is well. */
    boolean isUp(HttpClient client) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri().resolve("/actuator/health"))
                .timeout(PATIENCE)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false; // it is starting
        }
    }

    private URI uri() {
        return role.uri();
    }

    /** Why it is not running any more; empty while it is. */
    Optional<String> end() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of(role.title() + " ended by itself with code " + process.exitValue() + ": "
                        + ChildProcess.lastLine(log));
    }

    /** Ends it at once: what it has taken is committed. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

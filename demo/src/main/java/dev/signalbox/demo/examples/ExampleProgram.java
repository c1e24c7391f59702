package dev.signalbox.demo.examples;

import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.embedded.process.FreePort;
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
import org.jspecify.annotations.Nullable;

/** One program of an example, such as its service or its consumer. */
public final class ExampleProgram implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int OK = 200;
    /** The database has few connections. */
    private static final String FEW_CONNECTIONS = "--spring.datasource.hikari.maximum-pool-size=4";

    private final ExampleJar jar;
    private final String argument;
    private final String title;
    private final Path log;
    private final int port;
    private volatile @Nullable Process process;

    /**
     * Reserves a port; does not start it.
     *
     * @param argument selects it among the programs of the jar
     * @param title its name in messages
     */
    ExampleProgram(ExampleJar jar, String argument, String title, Path log) throws IOException {
        this.jar = jar;
        this.argument = argument;
        this.title = title;
        this.log = log;
        this.port = FreePort.find();
    }

    /** The address of its HTTP API. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Starts it and returns at once. */
    public void start(Map<String, String> settings) throws IOException {
        process = jar.start(argument, settings, List.of("--server.port=" + port, FEW_CONNECTIONS), log);
    }

    /** Whether its health check succeeds. */
    boolean isUp(HttpClient http) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri().resolve("/actuator/health"))
                .timeout(TIMEOUT)
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false; // it is starting
        }
    }

    /** Why it has ended; empty while it runs, and before it is started. */
    Optional<String> unexpectedEnd() {
        Process started = process;
        return started == null || started.isAlive()
                ? Optional.empty()
                : Optional.of(title + " ended by itself with code " + started.exitValue() + ": "
                        + ChildProcess.lastLine(log));
    }

    /** Kills the program: everything that it confirmed is committed. */
    @Override
    public void close() {
        Process started = process;
        if (started != null) {
            started.destroyForcibly().onExit().join();
        }
    }
}

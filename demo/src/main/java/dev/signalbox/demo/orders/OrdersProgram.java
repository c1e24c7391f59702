package dev.signalbox.demo.orders;

import dev.signalbox.demo.process.LastLine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The order service or the consumer, as a process of its own that ends with this one. */
public final class OrdersProgram implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int OK = 200;

    private final Kind kind;
    private final int port;
    private final Path log;
    private final Process process;

    /** Which of the two. */
    public enum Kind {
        SERVICE("service", "the order service"),
        CONSUMER("consumer", "the orders' consumer");

        private final String argument;
        private final String title;

        Kind(String argument, String title) {
            this.argument = argument;
            this.title = title;
        }

        /** How people call it. */
        public String title() {
            return title;
        }
    }

    private OrdersProgram(Kind kind, int port, Path log, Process process) {
        this.kind = kind;
        this.port = port;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts it, and returns at once.
     *
     * @param port where it will listen
     * @param settings variables of its environment
     * @param options more of its options, as {@code --key=value}
     */
    public static OrdersProgram start(
            ExampleJar jar, Kind kind, int port, Map<String, String> settings, List<String> options, Path log)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--server.port=" + port));
        all.addAll(options);
        return new OrdersProgram(kind, port, log, jar.start(kind.argument, settings, all, log));
    }

    /** Where one with this port answers. */
    static URI uri(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Where it answers. */
    public URI uri() {
        return uri(port);
    }

    /** Whether it says that it is well. */
    public boolean isUp(HttpClient client) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri().resolve("/actuator/health"))
                .timeout(PATIENCE)
                .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false; // it is starting
        }
    }

    /** Why it is not running any more; empty while it is. */
    public Optional<String> end() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of(
                        kind.title() + " ended by itself with code " + process.exitValue() + ": " + LastLine.of(log));
    }

    /** Ends it at once: what it has taken is committed. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

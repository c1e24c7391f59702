package dev.signalbox.demo.workload;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Java process that answers HTTP requests: a node, or a program of an example. It ends when the demo does. */
public final class HttpProgram {
    /** For a fast start and a small heap. */
    public static final List<String> SMALL = List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED");

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int OK = 200;
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();

    private final String name;
    private final Path log;
    private final int port;
    private volatile @Nullable ChildProcess process;

    public HttpProgram(String name, Path log, int port) {
        this.name = name;
        this.log = log;
        this.port = port;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    public int port() {
        return port;
    }

    public String name() {
        return name;
    }

    public void start(List<String> arguments, Consumer<Map<String, String>> environment) throws IOException {
        process = ChildCommand.java(name, arguments, log)
                .withEnvironment(environment)
                .start();
    }

    /** The answer to a GET request; empty if it is starting, was killed a moment ago, or answers with an error. */
    public Optional<String> get(String path, String token) {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            var response = HTTP.send(request, BodyHandlers.ofString());
            return Optional.of(response.body()).filter(_ -> response.statusCode() == OK);
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Empty while it runs, and before it is started. */
    public OptionalInt exitCode() {
        ChildProcess started = process;
        return started == null || started.process().isAlive()
                ? OptionalInt.empty()
                : OptionalInt.of(started.process().exitValue());
    }

    /** The last line of its log, which usually says why it has ended. */
    public String lastLine() {
        return ChildProcess.lastLine(log);
    }

    public void askToStop() {
        ChildProcess started = process;
        if (started != null) {
            started.askToEnd();
        }
    }

    /** Returns false if it still runs after this time. */
    public boolean waitFor(Duration most) throws InterruptedException {
        ChildProcess started = process;
        return started == null || started.process().waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sends SIGKILL and waits for the end; its watcher ends by itself, and is not waited for. */
    public void kill() {
        ChildProcess started = process;
        if (started != null) {
            started.process().destroyForcibly().onExit().join();
        }
    }
}

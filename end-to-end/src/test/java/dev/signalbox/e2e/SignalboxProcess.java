package dev.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The packaged program in its own process. */
public final class SignalboxProcess implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final String name;
    private final Process process;
    private final int port;
    private final Path log;

    private SignalboxProcess(String name, Process process, int port, Path log) {
        this.name = name;
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Starts the program and returns at once. */
    public static SignalboxProcess launch(String name, Path config, Map<String, String> environment) {
        return launch(name, TestFolders.freePort(), config, environment);
    }

    /** The same, on a port that the test has chosen, because its address is part of the configuration. */
    public static SignalboxProcess launch(String name, int port, Path config, Map<String, String> environment) {
        return launch(Launcher::start, name, port, config, environment);
    }

    /** The program of an unpacked archive. */
    static SignalboxProcess launchFrom(Path program, String name, Path config) {
        return launch(
                (log, environment, arguments) -> Launcher.startFrom(program, log, environment, arguments),
                name,
                TestFolders.freePort(),
                config,
                Map.of("JAVA_HOME", System.getProperty("java.home")));
    }

    private interface Start {
        Process run(Path log, Map<String, String> environment, List<String> arguments);
    }

    private static SignalboxProcess launch(
            Start start, String name, int port, Path config, Map<String, String> environment) {
        Path log = TestFolders.work("logs")
                .resolve("%d-%03d-%s.log".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet(), name));
        Map<String, String> all = new TreeMap<>(environment);
        all.putIfAbsent("XDG_STATE_HOME", TestFolders.ofThisRun("state").toString());
        Process process =
                start.run(log, all, List.of("serve", "--config", config.toString(), "--port", Integer.toString(port)));
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new SignalboxProcess(name, process, port, log);
    }

    public SignalboxProcess awaitReady() {
        await().alias(name + " is ready; its log is " + log)
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException(name + " ended with " + process.exitValue() + ":\n" + log());
                    }
                    return answers("/health/ready");
                });
        return this;
    }

    SignalboxProcess awaitLeading() {
        return awaitLeading("events");
    }

    SignalboxProcess awaitLeading(String relay) {
        await().alias(name + " leads; its log is " + log)
                .atMost(Duration.ofSeconds(20))
                .until(() -> leads(relay));
        return this;
    }

    boolean leads() {
        return leads("events");
    }

    boolean leads(String relay) {
        return metric("signalbox_relay_leader", relay) == 1;
    }

    long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    void terminate() {
        ProcessSignals.send("TERM", pid());
    }

    public void freeze() {
        ProcessSignals.send("STOP", pid());
    }

    public void thaw() {
        ProcessSignals.send("CONT", pid());
    }

    /** Waits for the end and returns the exit code. */
    int exitCode(Duration atMost) throws InterruptedException {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError(name + " has not ended within " + atMost + ":\n" + log());
        }
        return process.exitValue();
    }

    /** Sends SIGTERM, waits for the end and returns the exit code. */
    public int stop() throws InterruptedException {
        terminate();
        return exitCode(Duration.ofSeconds(40));
    }

    /** The value of a relay's metric, NaN if there is none. */
    double metric(String metric, String relay) {
        Pattern line =
                Pattern.compile("(?m)^" + metric + "\\{([^}]*,)?relay=\"" + relay + "\"[^}]*} ([-+.0-9EeNaInf]+)$");
        var matcher = line.matcher(metrics());
        return matcher.find() ? Double.parseDouble(matcher.group(2)) : Double.NaN;
    }

    /** All metrics, as Prometheus reads them. */
    public String metrics() {
        return get("/metrics", "").body();
    }

    HttpResponse<String> get(String path, String token) {
        return send(request(path), token);
    }

    /** Posts JSON. */
    HttpResponse<String> post(String path, String token, String body) {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)),
                token);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(5));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String token) {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public boolean answers(String path) {
        try {
            return get(path, "").statusCode() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long logLines() {
        return log().lines().count();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.signalbox.benchmarks.load;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A Java program as a child process, which ends with this process even if this process is killed. */
record JavaProgram(String name, Process process, Path log) {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(100);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final int SHOWN_LINES = 8;
    private static final int OK = 200;
    /** Variables that would change how the program runs. */
    private static final List<String> REMOVED_VARIABLES = List.of(
            "OUTBOX_PROCESSOR_",
            "SIGNALBOX_",
            "SPRING_",
            "SERVER_",
            "MANAGEMENT_",
            "LOGGING_",
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS");

    /** Starts it with the Java of this process; {@code arguments} are those of the command {@code java}. */
    static JavaProgram start(String name, List<String> arguments, Map<String, String> environment, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script(), "signalbox-load-" + name));
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment()
                .keySet()
                .removeIf(variable -> REMOVED_VARIABLES.stream().anyMatch(variable::startsWith));
        builder.environment().putAll(environment);
        return new JavaProgram(name, builder.start(), log);
    }

    /** Waits until the address answers with 200. */
    void awaitReady(URI health, HttpClient http, Clock clock) throws IOException, InterruptedException {
        long deadline = clock.nanos() + START.toNanos();
        while (!answers(health, http)) {
            if (!process.isAlive()) {
                throw new IOException(name + " ended while it started:\n" + lastLines());
            }
            if (clock.nanos() > deadline) {
                throw new IOException(name + " was not ready within " + START.toSeconds() + " s:\n" + lastLines());
            }
            Thread.sleep(BETWEEN_REQUESTS);
        }
    }

    /** Waits until it ends with exit code 0. */
    void awaitSuccess() throws IOException, InterruptedException {
        if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(name + " failed:\n" + lastLines());
        }
    }

    /** Sends SIGTERM. {@link Process#destroy} would also close its input, which makes the watcher kill it. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Terminates it and waits for its end; kills it on timeout. */
    void close() {
        terminate();
        try {
            process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly().onExit().join();
    }

    private static boolean answers(URI health, HttpClient http) throws InterruptedException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(health).timeout(REQUEST_TIMEOUT).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false; // it does not listen yet
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    private static String script() throws IOException {
        try (InputStream in = Objects.requireNonNull(JavaProgram.class.getResourceAsStream("program.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

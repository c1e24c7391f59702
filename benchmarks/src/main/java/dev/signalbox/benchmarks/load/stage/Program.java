package dev.signalbox.benchmarks.load.stage;

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

/** A Java program as a process of its own, which ends with this one, however it ends. */
final class Program {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int SHOWN_LINES = 8;
    private static final int OK = 200;

    private final String name;
    private final Process process;
    private final Path log;

    private Program(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it with the Java of this process.
     *
     * @param arguments of Java
     * @param settings its variables, beside those that are not about Spring or Signalbox
     */
    static Program start(String name, List<String> arguments, Map<String, String> settings, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script(), "signalbox-load-" + name));
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(Program::isForeign);
        builder.environment().putAll(settings);
        return new Program(name, builder.start(), log);
    }

    long pid() {
        return process.pid();
    }

    /** Waits until it answers there with 200. */
    void awaitReady(URI health, HttpClient http, Clock clock) throws IOException, InterruptedException {
        long deadline = clock.nanos() + START.toNanos();
        while (!answers(health, http)) {
            if (!process.isAlive()) {
                throw new IOException(name + " ended while it started:\n" + lastLines());
            }
            if (clock.nanos() > deadline) {
                throw new IOException(name + " was not ready within " + START.toSeconds() + " s:\n" + lastLines());
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
    }

    /** Waits until it has done its work. */
    void awaitSuccess() throws IOException, InterruptedException {
        if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(name + " has not worked:\n" + lastLines());
        }
    }

    /** SIGTERM, to be followed by {@link #end}. The process's own method would also close its input, which is the sign to kill it. */
    void askToEnd() {
        process.toHandle().destroy();
    }

    /** Waits for its end; what does not come to one is killed. */
    void end() {
        askToEnd();
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
                    HttpRequest.newBuilder(health).timeout(PATIENCE).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false; // nobody listens there yet
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    private static boolean isForeign(String variable) {
        return List.of(
                        "OUTBOX_PROCESSOR_",
                        "SIGNALBOX_",
                        "SPRING_",
                        "SERVER_",
                        "MANAGEMENT_",
                        "LOGGING_",
                        "JAVA_TOOL_OPTIONS",
                        "JDK_JAVA_OPTIONS")
                .stream()
                .anyMatch(variable::startsWith);
    }

    private static String script() throws IOException {
        try (InputStream in = Objects.requireNonNull(Program.class.getResourceAsStream("program.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

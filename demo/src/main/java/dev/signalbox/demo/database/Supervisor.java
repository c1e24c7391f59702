package dev.signalbox.demo.database;

import dev.signalbox.core.time.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A few lines of shell script that run a server and end it when this program ends, however it ends. */
final class Supervisor implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final int STOP_SECONDS = 35;
    private static final int LINES_TOLD = 8;

    private final Task task;
    private final Process process;

    /**
     * What it runs.
     *
     * @param server how people call it
     * @param functions the resource that says how such a server is started and ended
     * @param data the folder that is removed in the end
     * @param arguments for the functions
     */
    record Task(String server, String functions, Path data, Path log, List<String> arguments) {
        Task {
            arguments = List.copyOf(arguments);
        }
    }

    private Supervisor(Task task, Process process) {
        this.task = task;
        this.process = process;
    }

    /**
     * Returns when the server is ready.
     *
     * @param wrapper a command that is given the whole of it as its arguments; may be empty
     */
    static Supervisor start(List<String> wrapper, Task task) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(wrapper);
        String script = Resource.text(task.functions()) + Resource.text("supervise.sh");
        command.addAll(List.of("sh", "-c", script, "signalbox-demo-database"));
        command.addAll(List.of(task.data().toString(), task.log().toString()));
        command.addAll(task.arguments());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Supervisor supervisor = new Supervisor(task, process);
        boolean ready = false;
        try {
            supervisor.awaitReady(Clock.SYSTEM);
            ready = true;
            return supervisor;
        } finally {
            if (!ready) {
                supervisor.close();
            }
        }
    }

    /** The end of its input is its sign to stop the server and to remove the files. */
    @Override
    public void close() throws IOException {
        Optional<ProcessHandle> server = Leftovers.server(task.data());
        process.getOutputStream().close();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.filter(ProcessHandle::isAlive).ifPresent(Leftovers::end);
    }

    private void awaitReady(Clock clock) throws IOException, InterruptedException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        long end = clock.nanos() + LONGEST_START.toNanos();
        while (!said.ready()) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS) || clock.nanos() > end) {
                throw notStarted();
            }
        }
        if (!"ready".equals(said.readLine())) {
            throw notStarted();
        }
    }

    private IOException notStarted() throws IOException {
        List<String> lines = Files.exists(task.log()) ? Files.readAllLines(task.log()) : List.of("(it said nothing)");
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size());
        return new IOException(task.server() + " did not start:\n  " + String.join("\n  ", last));
    }
}

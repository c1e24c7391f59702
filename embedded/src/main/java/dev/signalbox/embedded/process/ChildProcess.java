package dev.signalbox.embedded.process;

import dev.signalbox.embedded.files.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A program in a session of its own, so that a Ctrl-C does not reach it, which ends with this process, however this process
 * ends.
 *
 * @param logStart the length of its log when it was started, which earlier runs have written
 */
public record ChildProcess(ChildCommand command, Process process, long logStart) {
    private static final String SCRIPT = script();
    /**
     * A server may replace a signal's handler even if the signal is ignored: PostgreSQL stops on a Ctrl-C. Where there is no
     * such program, the script ignores the signal.
     */
    private static final List<String> OWN_SESSION =
            InstalledPrograms.find("setsid").map(Path::toString).stream().toList();

    private static final long POLL_MILLIS = 50;
    private static final Duration AFTER_KILL = Duration.ofSeconds(15);
    /** The cause of a failure is at the beginning or at the end of a log. */
    private static final int SHOWN_LINES = 15;

    static ChildProcess start(ChildCommand command) throws IOException {
        List<String> words = new ArrayList<>(OWN_SESSION);
        words.addAll(command.wrapper());
        words.addAll(List.of("sh", "-c", SCRIPT, "signalbox-" + command.name(), command.orphanSignal()));
        words.add(Objects.toString(command.removed(), ""));
        words.addAll(command.words());
        Path log = command.log();
        long logStart = Files.exists(log) ? Files.size(log) : 0;
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        command.environment().accept(builder.environment());
        return new ChildProcess(command, builder.start(), logStart);
    }

    public long pid() {
        return process.pid();
    }

    public void awaitReady(BooleanSupplier ready, Duration within) throws IOException, InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        boolean isReady = false;
        try {
            while (!ready.getAsBoolean()) {
                if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    throw new IOException(command.name() + " ended while it started; " + logged());
                }
                if (System.nanoTime() > end) {
                    throw new IOException(command.name() + " did not start within " + within + "; " + logged());
                }
            }
            isReady = true;
        } finally {
            if (!isReady) {
                kill();
            }
        }
    }

    /** Waits until the program has completed; ends it if it takes too long. */
    public void awaitSuccess(Duration within) throws IOException, InterruptedException {
        try {
            if (!process.waitFor(within.toNanos(), TimeUnit.NANOSECONDS) || process.exitValue() != 0) {
                throw new IOException(command.name() + " failed; " + logged());
            }
        } finally {
            kill();
        }
    }

    /** Signals the end. {@link Process#destroy} would close the input too, and then the watcher would kill it. */
    public void askToEnd() {
        if (command.endSignal().equals("TERM")) {
            process.toHandle().destroy();
        } else if (process.isAlive()) {
            try {
                signal(command.endSignal());
            } catch (UncheckedIOException e) {
                if (process.isAlive()) {
                    throw e;
                }
            }
        }
    }

    public void end(Duration within) {
        List<ProcessHandle> descendants = process.descendants().toList();
        askToEnd();
        awaitExit(process.toHandle(), within);
        kill(descendants);
    }

    public void kill() {
        kill(process.descendants().toList());
    }

    /** The watcher is among the descendants, which are known only while the program lives. */
    private void kill(List<ProcessHandle> descendants) {
        process.toHandle().destroyForcibly();
        process.onExit().join();
        descendants.forEach(ProcessHandle::destroyForcibly);
        descendants.forEach(descendant -> ProcessExit.await(descendant, AFTER_KILL));
        Path removed = command.removed();
        if (removed != null && Files.exists(removed)) {
            try {
                Folders.remove(removed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void awaitExit(ProcessHandle handle, Duration within) {
        handle.onExit()
                .completeOnTimeout(handle, within.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    public void signal(String name) {
        try {
            CommandExecution.run(List.of("kill", "-" + name, String.valueOf(pid())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String logged() throws IOException {
        return "its log in " + command.log() + " says:\n" + String.join("\n", shownLines());
    }

    private List<String> shownLines() throws IOException {
        try (InputStream in = Files.newInputStream(command.log())) {
            in.skipNBytes(logStart);
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            if (lines.size() <= 2 * SHOWN_LINES) {
                return lines.isEmpty() ? List.of("(nothing)") : lines;
            }
            List<String> shown = new ArrayList<>(lines.subList(0, SHOWN_LINES));
            shown.add("...");
            shown.addAll(lines.subList(lines.size() - SHOWN_LINES, lines.size()));
            return shown;
        }
    }

    /** The last line of a log, which usually says why a program has ended. */
    public static String lastLine(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty() ? "it said nothing" : lines.getLast();
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    private static String script() {
        try (InputStream in = Objects.requireNonNull(ChildProcess.class.getResourceAsStream("child.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.signalbox.benchmarks.process;

import dev.signalbox.embedded.process.ChildCommand;
import dev.signalbox.embedded.process.ChildProcess;
import dev.signalbox.server.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Java programs with an HTTP port, which write their logs into one folder. */
public final class ChildPrograms {
    /** Other variables could change how the programs run. */
    private static final Set<String> KEPT_VARIABLES = Set.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR");

    private final Path folder;

    public ChildPrograms(Path folder) {
        this.folder = folder;
    }

    /**
     * Signalbox, in a JVM with the options and the class path of this one.
     *
     * @param options further options of the JVM
     */
    public ChildCommand signalbox(
            String name, List<String> options, Map<String, String> environment, String... arguments) {
        return sameJvm(name, options, environment, Main.class, arguments);
    }

    /** Another program in such a JVM. */
    public ChildCommand sameJvm(
            String name, List<String> options, Map<String, String> environment, Class<?> main, String... arguments) {
        List<String> all = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        all.addAll(options);
        List<String> program =
                new ArrayList<>(List.of("-cp", System.getProperty("java.class.path", ""), main.getName()));
        program.addAll(List.of(arguments));
        return java(name, all, environment, program);
    }

    public ChildCommand java(String name, List<String> options, Map<String, String> environment, List<String> program) {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(program);
        return ChildCommand.java(name, arguments, folder.resolve(name + ".log")).withEnvironment(variables -> {
            variables.keySet().retainAll(KEPT_VARIABLES);
            variables.putAll(environment);
        });
    }

    /** Waits until the program answers this path with 200. */
    public static void awaitOk(ChildProcess program, int port, String path, Duration within)
            throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + port + path);
        program.awaitReady(
                () -> {
                    try {
                        var connection = (HttpURLConnection) address.toURL().openConnection();
                        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
                    } catch (IOException e) {
                        return false; // it does not listen yet
                    }
                },
                within);
    }

    /** The processor time that a program has taken; 0 if that is not known. */
    public static double cpuMicros(ChildProcess program) {
        return program.process()
                        .toHandle()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e3;
    }

    /** The memory that a process has in use, and with {@code VmHWM} the most that it had; 0 if that is not known. */
    public static double megabytes(long pid, String field) {
        try {
            return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                    .filter(line -> line.startsWith(field + ":"))
                    .mapToDouble(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0)
                    .sum();
        } catch (IOException e) {
            return 0; // the process has ended, or the system has no /proc
        }
    }
}

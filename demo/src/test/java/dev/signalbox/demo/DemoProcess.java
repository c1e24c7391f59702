package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.embedded.process.CommandExecution;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The demo in its own process, with the compiled examples. */
final class DemoProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;
    private final List<String> lines = new ArrayList<>();

    private DemoProcess(Process process) {
        this.process = process;
        this.said = process.inputReader(StandardCharsets.UTF_8);
    }

    static DemoProcess start(Map<String, String> environment, String... arguments) {
        try {
            // A process group of its own, like that of a command in a terminal. In the background, where shells ignore
            // Ctrl-C, the tests have to undo that.
            List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT"));
            command.add(
                    Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
            command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
            for (String example : List.of("orders", "notifications")) {
                command.add("-D" + ExampleJar.property(example) + "=" + CompiledExample.classPath(example));
            }
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Demo.class.getName()));
            command.addAll(List.of("--port", "0"));
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(environment);
            return new DemoProcess(builder.start());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does what Ctrl-C does in a terminal. */
    void interruptGroup() throws IOException, InterruptedException {
        CommandExecution.run(List.of("kill", "-s", "INT", "--", "-" + process.pid()));
    }

    Process process() {
        return process;
    }

    /** Waits until messages have been delivered; returns the folder of the run. */
    Path awaitDeliveries() throws IOException {
        awaitLine(".*delivered/s [1-9].*");
        String log = lines.stream()
                .filter(text -> text.startsWith("logs "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", lines)));
        Path folder = Path.of(log.substring(5).strip()).resolveSibling("");
        assertThat(Files.isDirectory(folder)).isTrue();
        return folder;
    }

    void awaitLine(String form) throws IOException {
        for (String line = said.readLine(); line == null || !line.matches(form); line = said.readLine()) {
            assertThat(line).as(String.join("\n", lines)).isNotNull();
            lines.add(line);
        }
    }

    /** Its output from now until its end. */
    String rest() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            text.append(line).append('\n');
        }
        return text.toString();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}

package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.demo.database.RunFolder;
import dev.signalbox.demo.orders.ExampleJar;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo as a process of its own, with nodes that are killed, ended in three ways. */
@Timeout(240)
abstract class DemoProcessContract {
    private final Process process;
    private final BufferedReader said;
    private final List<String> lines = new ArrayList<>();

    DemoProcessContract(String database) {
        this.process = start(database);
        this.said = process.inputReader(StandardCharsets.UTF_8);
    }

    @AfterEach
    void end() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Test
    void aNodeIsKilledAndNothingIsLostAndASignalEndsAllInGoodOrder() throws Exception {
        Path folder = awaitDeliveries();

        awaitLine(".*took over.* after the kill.*");
        awaitMore();
        List<ProcessHandle> children = process.children().toList();

        process.toHandle().destroy();

        String summary = rest();
        assertSummary(summary);
        assertThat(summary)
                .contains("All promises were kept.")
                .containsPattern("nodes killed +[1-9]")
                .containsPattern("order violations +0")
                .containsPattern("lost +0");
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(DatabaseServers.runningOn(folder.toString())).isEmpty();
        assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(folder).doesNotExist();
    }

    @Test
    void itsDatabaseAndItsNodesEndWithItEvenWhenItIsKilled() throws Exception {
        Path folder = awaitDeliveries();
        assertThat(DatabaseServers.runningOn(folder.toString())).hasSize(1);
        List<ProcessHandle> nodes =
                process.children().filter(DemoProcessContract::isJava).toList();
        assertThat(nodes).isNotEmpty();

        process.destroyForcibly();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> DatabaseServers.runningOn(folder.toString()).isEmpty()
                        && nodes.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void theNextRunEndsWhatWasLeftWhenAllElseWasKilledToo() throws Exception {
        Path folder = awaitDeliveries();
        ProcessHandle server = DatabaseServers.runningOn(folder.toString()).getFirst();
        List<ProcessHandle> supervisors = process.children().toList();
        supervisors.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        assertThat(supervisors).isNotEmpty();
        assertThat(server.isAlive()).isTrue();

        RunFolder.create().close();

        assertThat(server.isAlive()).isFalse();
        assertThat(folder).doesNotExist();
    }

    /** What this database also shows has to come so far that a signal finds it at work. */
    void awaitMore() throws IOException {}

    /** What is said of that in the end. */
    void assertSummary(String summary) {}

    private static Process start(String database) {
        try {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home", ""), "bin", "java")
                                    .toString(),
                            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                            "-D" + ExampleJar.PROPERTY + "=" + CompiledExample.classPath(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Demo.class.getName(),
                            "--database",
                            database,
                            "--port",
                            "0",
                            "--kill-every",
                            "1",
                            "--seed",
                            "42")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until something has been delivered; returns the folder of the run. */
    private Path awaitDeliveries() throws IOException {
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

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().filter(name -> name.endsWith("/java")).isPresent();
    }

    private String rest() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            text.append(line).append('\n');
        }
        return text.toString();
    }
}

package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.ProcessExit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo in its own process, with nodes that are killed, ended in three ways. */
@Timeout(240)
abstract class DemoProcessContract {
    private final DemoProcess demo;
    private final Process process;

    DemoProcessContract(String database) {
        this.demo = DemoProcess.start(Map.of(), "--database", database, "--kill-every", "1");
        this.process = demo.process();
    }

    @AfterEach
    void end() {
        demo.close();
    }

    @Test
    void aNodeIsKilledAndNothingIsLostAndASignalEndsAllInGoodOrder() throws Exception {
        Path folder = demo.awaitDeliveries();

        awaitLine(".*took over.* after the kill.*");
        awaitMore();
        List<ProcessHandle> children = process.children().toList();

        demo.interruptGroup();

        String summary = demo.rest();
        assertSummary(summary);
        assertThat(summary)
                .contains("All promises were kept.")
                .containsPattern("nodes killed +[1-9]")
                .containsPattern("order violations +0")
                .containsPattern("lost +0");
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(DatabaseServers.runningOn(folder.toString())).isEmpty();
        assertThat(children).isNotEmpty().allMatch(ProcessExit::hasEnded);
        assertThat(folder).doesNotExist();
    }

    @Test
    void itsDatabaseAndItsNodesEndWithItEvenWhenItIsKilled() throws Exception {
        Path folder = demo.awaitDeliveries();
        assertThat(DatabaseServers.runningOn(folder.toString())).hasSize(1);
        List<ProcessHandle> nodes =
                process.children().filter(DemoProcessContract::isJava).toList();
        assertThat(nodes).isNotEmpty();

        process.destroyForcibly();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> DatabaseServers.runningOn(folder.toString()).isEmpty()
                        && nodes.stream().allMatch(ProcessExit::hasEnded));
    }

    @Test
    void theNextRunEndsWhatWasLeftWhenAllElseWasKilledToo() throws Exception {
        Path folder = demo.awaitDeliveries();
        ProcessHandle server = DatabaseServers.runningOn(folder.toString()).getFirst();
        List<ProcessHandle> supervisors =
                process.descendants().filter(DemoProcessContract::isJavaOrShell).toList();
        supervisors.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        assertThat(supervisors).isNotEmpty();
        assertThat(server.isAlive()).isTrue();

        RunFolder.create().close();

        assertThat(ProcessExit.hasEnded(server)).isTrue();
        assertThat(folder).doesNotExist();
    }

    /** Waits until the parts that only this database has are running, so that a signal interrupts them. */
    void awaitMore() throws IOException {}

    /** Checks the summary of those parts. */
    void assertSummary(String summary) {}

    void awaitLine(String form) throws IOException {
        demo.awaitLine(form);
    }

    private static boolean isJavaOrShell(ProcessHandle process) {
        return isJava(process)
                || process.info().command().filter(name -> name.endsWith("sh")).isPresent();
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().filter(name -> name.endsWith("/java")).isPresent();
    }
}

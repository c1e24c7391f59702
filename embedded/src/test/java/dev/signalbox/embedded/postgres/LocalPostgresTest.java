package dev.signalbox.embedded.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.process.CommandExecution;
import dev.signalbox.embedded.process.ProcessExit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server of a process that a terminal has started: Ctrl-C goes to the whole process group. */
@SuppressWarnings("NullAway.Init") // Set before each test.
class LocalPostgresTest {
    private Process owner;
    private List<ProcessHandle> started;
    private ProcessHandle server;

    /** The owner ignores Ctrl-C, as a program does that shows its result before it ends. */
    @BeforeEach
    void startOwner() throws Exception {
        owner = new ProcessBuilder(
                        "setsid",
                        "sh",
                        "-c",
                        "trap '' INT; exec \"$@\"",
                        "owner",
                        CommandExecution.java("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldPostgres.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long pid = Long.parseLong(owner.inputReader(StandardCharsets.UTF_8).readLine());
        server = ProcessHandle.of(pid).orElseThrow();
        started = owner.descendants().toList();
        assertThat(started).contains(server);
    }

    @AfterEach
    void endOwner() {
        owner.destroyForcibly();
    }

    private void interruptGroup() throws Exception {
        CommandExecution.run(List.of("kill", "-s", "INT", "--", "-" + owner.pid()));
    }

    @Test
    void survivesAnInterruptOfTheProcessGroupAndEndsWithItsOwner() throws Exception {
        interruptGroup();
        await().during(Duration.ofSeconds(1)).until(server::isAlive);
        assertThat(owner.isAlive()).isTrue();

        owner.getOutputStream().close();
        assertThat(owner.waitFor()).isZero();
        assertThat(started).allMatch(ProcessExit::hasEnded);
    }

    @Test
    void endsWithAnOwnerThatWasKilled() throws Exception {
        interruptGroup();
        owner.destroyForcibly();

        await().atMost(Duration.ofSeconds(30)).until(() -> started.stream().allMatch(ProcessExit::hasEnded));
    }
}

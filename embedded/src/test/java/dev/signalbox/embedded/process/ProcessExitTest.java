package dev.signalbox.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProcessExitTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    /** Its parent lives on and never asks for its exit code. */
    @Test
    void aZombieHasEnded() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 100 & echo $!; exec sleep 100").start();
        try {
            ProcessHandle child = ProcessHandle.of(Long.parseLong(
                            Objects.requireNonNull(parent.inputReader().readLine())))
                    .orElseThrow();
            assertThat(ProcessExit.hasEnded(child)).isFalse();
            child.destroyForcibly();

            ProcessExit.await(child, LONG);

            assertThat(ProcessExit.hasEnded(child)).isTrue();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void oneThatLivesIsAwaitedForTheGivenTimeOnly() throws Exception {
        Process living = new ProcessBuilder("sleep", "100").start();
        try {
            ProcessExit.await(living.toHandle(), Duration.ofMillis(20));

            assertThat(ProcessExit.hasEnded(living.toHandle())).isFalse();
        } finally {
            living.destroyForcibly();
            assertThat(living.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}

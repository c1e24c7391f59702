package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program that one of its messages kills, and that is restarted each time. */
final class CrashingProgram {
    private static final Duration LONGEST_LIFE = Duration.ofSeconds(25);

    private volatile @Nullable SignalboxProcess running;

    /** Kills the program, as the message would. The receiver keeps no items. */
    ReceiverReply kill() {
        SignalboxProcess signalboxProcess = running;
        if (signalboxProcess != null) {
            ProcessSignals.send("KILL", signalboxProcess.pid());
        }
        return ReceiverReply.status(500);
    }

    /** Restarts the program until the condition is true, and returns the number of starts. */
    int restartUntil(BooleanSupplier done, int mostStarts, Supplier<SignalboxProcess> start) {
        int starts = 0;
        while (!done.getAsBoolean()) {
            starts++;
            assertThat(starts).as("starts that were needed").isLessThanOrEqualTo(mostStarts);
            SignalboxProcess signalboxProcess = start.get();
            running = signalboxProcess;
            await().atMost(LONGEST_LIFE).until(() -> !signalboxProcess.isAlive() || done.getAsBoolean());
        }
        return starts;
    }
}

package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program that one of its messages kills, and that is started again each time. */
final class CrashingProgram {
    private static final Duration LONGEST_LIFE = Duration.ofSeconds(25);

    private volatile @Nullable SignalboxProcess running;

    /** Ends the program at once, as what the message does to it would. The receiver has kept nothing. */
    ReceiverReply kill() {
        SignalboxProcess signalboxProcess = running;
        if (signalboxProcess != null) {
            ProcessSignals.send("KILL", signalboxProcess.pid());
        }
        return ReceiverReply.status(500);
    }

    /** Starts the program again and again until that is so, and says how often it was started. */
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

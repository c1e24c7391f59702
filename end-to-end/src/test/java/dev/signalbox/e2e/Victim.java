package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program that one of its messages kills, and that is started again each time. */
final class Victim {
    private static final Duration LONGEST_LIFE = Duration.ofSeconds(25);

    private volatile @Nullable Program running;

    /** Ends the program at once, as what the message does to it would. The receiver has kept nothing. */
    Reply kill() {
        Program program = running;
        if (program != null) {
            Signals.send("KILL", program.pid());
        }
        return Reply.status(500);
    }

    /** Starts the program again and again until that is so, and says how often it was started. */
    int restartUntil(BooleanSupplier done, int mostStarts, Supplier<Program> start) {
        int starts = 0;
        while (!done.getAsBoolean()) {
            starts++;
            assertThat(starts).as("starts that were needed").isLessThanOrEqualTo(mostStarts);
            Program program = start.get();
            running = program;
            await().atMost(LONGEST_LIFE).until(() -> !program.isAlive() || done.getAsBoolean());
        }
        return starts;
    }
}

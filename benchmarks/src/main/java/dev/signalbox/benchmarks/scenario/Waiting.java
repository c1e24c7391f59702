package dev.signalbox.benchmarks.scenario;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits while others work. */
final class Waiting {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);

    private Waiting() {}

    /** Until something is so, or the time is up. */
    static void until(BooleanSupplier condition, Duration longest, Clock clock) throws InterruptedException {
        long deadline = clock.nanos() + longest.toNanos();
        while (!condition.getAsBoolean() && clock.nanos() < deadline) {
            Thread.sleep(BETWEEN_LOOKS);
        }
    }
}

package dev.signalbox.runtime.metrics;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Arrays;

/** The number of messages per second over the last minute. */
final class Rate {
    private static final int SECONDS = 60;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Clock clock;
    private final long start;
    private final int[] counts = new int[SECONDS];
    private long latest;

    Rate(Clock clock) {
        this.clock = clock;
        this.start = clock.nanos();
    }

    synchronized void add(int messages) {
        counts[(int) (advance() % SECONDS)] += messages;
    }

    /** Averages over complete seconds; in the first minute, over those that have passed. */
    synchronized double perSecond() {
        long second = advance();
        int current = counts[(int) (second % SECONDS)];
        long over = Math.min(second, SECONDS - 1);
        return over == 0 ? current : (Arrays.stream(counts).sum() - current) / (double) over;
    }

    /** Clears the slots of the seconds that have passed, and returns the current second. */
    private long advance() {
        long second = (clock.nanos() - start) / SECOND;
        for (long passed = Math.max(latest + 1, second - SECONDS + 1); passed <= second; passed++) {
            counts[(int) (passed % SECONDS)] = 0;
        }
        latest = second;
        return second;
    }
}

package dev.signalbox.runtime.metrics;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Arrays;

/** How many messages a second there were over the last minute. */
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

    /** Counts the seconds that are over; in the first minute, as many as there have been. */
    synchronized double perSecond() {
        long second = advance();
        int current = counts[(int) (second % SECONDS)];
        long over = Math.min(second, SECONDS - 1);
        return over == 0 ? current : (Arrays.stream(counts).sum() - current) / (double) over;
    }

    /** Empties the places of the seconds that have passed, and returns the number of the current one. */
    private long advance() {
        long second = (clock.nanos() - start) / SECOND;
        for (long passed = Math.max(latest + 1, second - SECONDS + 1); passed <= second; passed++) {
            counts[(int) (passed % SECONDS)] = 0;
        }
        latest = second;
        return second;
    }
}

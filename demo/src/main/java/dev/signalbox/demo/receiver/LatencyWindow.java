package dev.signalbox.demo.receiver;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/** The latencies of the messages that arrived in the last ten seconds. */
public final class LatencyWindow {
    private static final int KEPT = 16_384;
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    private final Clock clock;
    private final long[] arrivals = new long[KEPT];
    private final long[] latencies = new long[KEPT];
    private int next;
    private int count;

    LatencyWindow(Clock clock) {
        this.clock = clock;
    }

    /** Adds a message that arrives now. */
    synchronized void add(long writtenAtNanos) {
        arrivals[next] = clock.nanos();
        latencies[next] = arrivals[next] - writtenAtNanos;
        next = (next + 1) % KEPT;
        count = Math.min(count + 1, KEPT);
    }

    /** A quantile in milliseconds, as text. */
    public synchronized String quantile(double share) {
        long since = clock.nanos() - WINDOW;
        long[] sorted = IntStream.range(0, count)
                .filter(i -> arrivals[i] - since >= 0)
                .mapToLong(i -> latencies[i])
                .toArray();
        if (sorted.length == 0) {
            return "–";
        }
        Arrays.sort(sorted);
        return String.format(Locale.ROOT, "%.0f ms", sorted[(int) ((sorted.length - 1) * share)] / 1e6);
    }
}

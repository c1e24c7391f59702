package dev.signalbox.demo.receiver;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The times from commit to arrival of what arrived in the last ten seconds. */
public final class Latencies {
    private static final int KEPT = 16_384;
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();

    private final Clock clock;
    private final long[] arrivals = new long[KEPT];
    private final long[] latencies = new long[KEPT];
    private int next;
    private int count;

    public Latencies(Clock clock) {
        this.clock = clock;
    }

    /** The middle and the slow end, in nanoseconds; -1 if nothing has arrived. */
    public record Quantiles(long median, long p99) {}

    /** Adds an arrival of this moment. */
    public synchronized void add(long latency) {
        arrivals[next] = clock.nanos();
        latencies[next] = latency;
        next = (next + 1) % KEPT;
        count = Math.min(count + 1, KEPT);
    }

    /** Of the last ten seconds, or of the last few thousand if there were more. */
    public synchronized Quantiles quantiles() {
        long since = clock.nanos() - WINDOW;
        long[] sorted = IntStream.range(0, count)
                .filter(i -> arrivals[i] - since >= 0)
                .mapToLong(i -> latencies[i])
                .toArray();
        if (sorted.length == 0) {
            return new Quantiles(-1, -1);
        }
        Arrays.sort(sorted);
        return new Quantiles(sorted[(sorted.length - 1) / 2], sorted[(int) ((sorted.length - 1) * 0.99)]);
    }
}

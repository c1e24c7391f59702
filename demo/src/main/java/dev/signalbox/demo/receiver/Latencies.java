package dev.signalbox.demo.receiver;

import java.util.Arrays;

/** The last few thousand times from commit to arrival. */
public final class Latencies {
    private static final int KEPT = 4096;

    private final long[] nanos = new long[KEPT];
    private int next;
    private int count;

    /** The middle and the slow end, in nanoseconds; -1 if nothing has arrived yet. */
    public record Quantiles(long median, long p99) {}

    synchronized void add(long latency) {
        nanos[next] = latency;
        next = (next + 1) % KEPT;
        count = Math.min(count + 1, KEPT);
    }

    /** Of the last few thousand. */
    public synchronized Quantiles quantiles() {
        if (count == 0) {
            return new Quantiles(-1, -1);
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return new Quantiles(sorted[(count - 1) / 2], sorted[(int) ((count - 1) * 0.99)]);
    }
}

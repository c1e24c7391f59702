package dev.signalbox.benchmarks.load;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Latencies recorded by many threads: all that count, and those since the last sample. */
final class LatencyHistogram {
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(30);
    private static final int DIGITS = 3;

    private final Recorder all = new Recorder(LONGEST_MICROS, DIGITS);
    private final Recorder recent = new Recorder(LONGEST_MICROS, DIGITS);
    private final Histogram total = new Histogram(LONGEST_MICROS, DIGITS);

    /** Percentiles in milliseconds; all zero if there are no latencies. */
    record Percentiles(long count, double p50, double p95, double p99, double max) {
        private static final double MICROS = 1000;

        private static Percentiles of(Histogram micros) {
            return new Percentiles(
                    micros.getTotalCount(),
                    micros.getValueAtPercentile(50) / MICROS,
                    micros.getValueAtPercentile(95) / MICROS,
                    micros.getValueAtPercentile(99) / MICROS,
                    micros.getMaxValue() / MICROS);
        }

        @Override
        public String toString() {
            return count == 0 ? "–" : String.format(Locale.ROOT, "p50 %.1f p99 %.1f ms", p50, p99);
        }
    }

    void add(long nanos, boolean counts) {
        long micros = Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, LONGEST_MICROS);
        recent.recordValue(micros);
        if (counts) {
            all.recordValue(micros);
        }
    }

    /** Latencies since the last call. */
    Percentiles recent() {
        return Percentiles.of(recent.getIntervalHistogram());
    }

    /** All latencies that count. */
    synchronized Percentiles all() {
        total.add(all.getIntervalHistogram());
        return Percentiles.of(total);
    }
}

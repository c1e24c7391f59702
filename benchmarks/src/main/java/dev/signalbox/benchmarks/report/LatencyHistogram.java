package dev.signalbox.benchmarks.report;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Latencies recorded by many threads: all that count, and those since the last sample. */
public final class LatencyHistogram {
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(30);
    private static final int DIGITS = 3;

    private final Histogram all = new ConcurrentHistogram(LONGEST_MICROS, DIGITS);
    private final Recorder recent = new Recorder(LONGEST_MICROS, DIGITS);

    /** Percentiles in milliseconds; all zero if there are no latencies. */
    public record Percentiles(long count, double p50, double p95, double p99, double max) {
        private static Percentiles of(Histogram micros) {
            return new Percentiles(
                    micros.getTotalCount(),
                    micros.getValueAtPercentile(50) / 1e3,
                    micros.getValueAtPercentile(95) / 1e3,
                    micros.getValueAtPercentile(99) / 1e3,
                    micros.getMaxValue() / 1e3);
        }

        /** The values as metrics of a run. */
        public Map<Metric, Double> metrics() {
            return Map.of(
                    Metric.P50_MILLIS, p50, Metric.P95_MILLIS, p95, Metric.P99_MILLIS, p99, Metric.MAX_MILLIS, max);
        }

        @Override
        public String toString() {
            return count == 0 ? "–" : String.format(Locale.ROOT, "p50 %.1f p95 %.1f p99 %.1f ms", p50, p95, p99);
        }
    }

    public void add(long nanos, boolean counts) {
        long micros = Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, LONGEST_MICROS);
        recent.recordValue(micros);
        if (counts) {
            all.recordValue(micros);
        }
    }

    public Percentiles recent() {
        return Percentiles.of(recent.getIntervalHistogram());
    }

    public Percentiles all() {
        return Percentiles.of(all);
    }
}

package dev.signalbox.benchmarks.load.traffic;

import org.HdrHistogram.Histogram;

/** How some times are spread, in milliseconds; all zero if there are none. */
public record Quantiles(long count, double p50, double p95, double p99, double max) {
    private static final double MICROS = 1000;

    static Quantiles of(Histogram micros) {
        return new Quantiles(
                micros.getTotalCount(),
                micros.getValueAtPercentile(50) / MICROS,
                micros.getValueAtPercentile(95) / MICROS,
                micros.getValueAtPercentile(99) / MICROS,
                micros.getMaxValue() / MICROS);
    }
}

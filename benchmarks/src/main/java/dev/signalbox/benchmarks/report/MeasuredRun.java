package dev.signalbox.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One run of one competitor; the first pair that counts is 1, and 0 is a warm-up. */
public record MeasuredRun(
        String scenario,
        String subject,
        int pair,
        String competitor,
        Map<Metric, Double> metrics,
        List<String> faults) {
    public MeasuredRun {
        metrics = Map.copyOf(metrics);
        faults = List.copyOf(faults);
    }

    public boolean counts() {
        return pair > 0;
    }

    public double get(Metric metric) {
        return Objects.requireNonNull(metrics.get(metric), metric.label());
    }
}

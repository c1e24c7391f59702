package dev.signalbox.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One run of one competitor.
 *
 * @param subject what the scenario compares
 * @param pair from 1; 0 for a warm-up, which does not count
 * @param faults lost, repeated or overtaken messages and other failures
 */
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

    /** A metric that every run of this scenario has. */
    public double get(Metric metric) {
        return Objects.requireNonNull(metrics.get(metric), metric.label());
    }
}

package dev.signalbox.benchmarks.report;

import java.util.Optional;

/** What several runs of a scenario show; the unit is {@code ×} if the value is Signalbox divided by the baseline. */
public record ScenarioResult(
        String scenario,
        String subject,
        String unit,
        MedianAndRange value,
        Optional<Threshold> bar,
        String ours,
        String baseline) {
    public Optional<Boolean> reached() {
        return bar.map(limit -> limit.isReachedBy(value.median()));
    }
}

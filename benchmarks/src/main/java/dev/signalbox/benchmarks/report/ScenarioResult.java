package dev.signalbox.benchmarks.report;

import java.util.Optional;

/**
 * What several runs of a scenario show.
 *
 * @param unit of the value: {@code ×} if it is Signalbox divided by the baseline
 * @param ours the value of Signalbox
 * @param baseline the value that it is compared with; empty if there is none
 */
public record ScenarioResult(
        String scenario,
        String subject,
        String unit,
        Spread value,
        Optional<Threshold> bar,
        String ours,
        String baseline) {
    /** Whether the threshold is reached; empty if there is none. */
    public Optional<Boolean> reached() {
        return bar.map(limit -> limit.isReachedBy(value.median()));
    }
}

package dev.signalbox.benchmarks.report;

import java.util.Optional;

/**
 * What several runs of a scenario show.
 *
 * @param ours the value of Signalbox
 * @param rival the value that it is compared with; empty if there is none
 */
public record ScenarioResult(
        String scenario, String subject, Unit unit, Spread value, Optional<Threshold> bar, String ours, String rival) {
    /** The unit of the value. */
    public enum Unit {
        /** Signalbox divided by the rival. */
        RATIO(" ×"),
        MILLIS(" ms"),
        PER_SECOND("/s");

        private final String suffix;

        Unit(String suffix) {
            this.suffix = suffix;
        }

        String suffix() {
            return suffix;
        }
    }

    /** Whether the threshold is reached; empty if there is none. */
    public Optional<Boolean> reached() {
        return bar.map(limit -> limit.isReachedBy(value.median()));
    }
}

package dev.signalbox.benchmarks.report;

import java.util.Optional;

/**
 * What came out of several runs.
 *
 * @param ours what we did, in words
 * @param rival what it was measured against, in words; empty if it was not
 */
public record Finding(
        String scenario, String subject, Kind kind, Spread value, Optional<Bar> bar, String ours, String rival) {
    /** What kind of value it is. */
    public enum Kind {
        /** How many times as much as the rival. */
        RATIO(" ×", 2),
        MILLIS(" ms", 2),
        PER_SECOND("/s", 2),
        SECONDS(" s", 1),
        COUNT("", 0);

        private final String unit;
        private final int decimals;

        Kind(String unit, int decimals) {
            this.unit = unit;
            this.decimals = decimals;
        }

        String unit() {
            return unit;
        }

        int decimals() {
            return decimals;
        }
    }

    /** Whether the bar was reached; empty if there is none. */
    public Optional<Boolean> reached() {
        return bar.map(limit -> limit.isReachedBy(value.median()));
    }
}

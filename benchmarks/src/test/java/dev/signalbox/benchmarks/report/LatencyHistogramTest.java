package dev.signalbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    private static final long MILLI = 1_000_000;
    private static final Percentage THREE_DIGITS = Percentage.withPercentage(0.1);

    private final LatencyHistogram latencies = new LatencyHistogram();

    @Test
    void percentilesAreThoseOfTheTimes() {
        for (int millis = 1; millis <= 1000; millis++) {
            latencies.add(millis * MILLI, true);
        }
        LatencyHistogram.Percentiles all = latencies.all();
        assertThat(all.count()).isEqualTo(1000);
        assertThat(all.p50()).isCloseTo(500, THREE_DIGITS);
        assertThat(all.p95()).isCloseTo(950, THREE_DIGITS);
        assertThat(all.p99()).isCloseTo(990, THREE_DIGITS);
        assertThat(all.max()).isCloseTo(1000, THREE_DIGITS);
    }

    @Test
    void eachLookHasWhatCameSinceTheLastAndAllHasEverythingThatCounts() {
        latencies.add(MILLI, false);
        latencies.add(2 * MILLI, true);
        assertThat(latencies.recent().count()).isEqualTo(2);
        assertThat(latencies.all().count()).isEqualTo(1);

        latencies.add(4 * MILLI, true);
        assertThat(latencies.recent().max()).isCloseTo(4, THREE_DIGITS);
        assertThat(latencies.recent().count()).isZero();
        assertThat(latencies.all().count()).isEqualTo(2);
    }

    @Test
    void aClockThatIsBehindGivesNoNegativeTime() {
        latencies.add(-MILLI, true);
        assertThat(latencies.all().max()).isZero();
    }
}

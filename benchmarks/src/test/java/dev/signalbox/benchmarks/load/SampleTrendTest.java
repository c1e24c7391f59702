package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.load.LatencyHistogram.Percentiles;
import dev.signalbox.benchmarks.load.LoadSampler.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleTrendTest {
    private static final Duration SPIKE_END = Duration.ofSeconds(4);

    @Test
    void aSpikeIsOverWhenTheBacklogIsGoneAndP99IsBackForAWhile() {
        List<Sample> samples = spike(
                List.of(10.0, 12.0, 300.0, 500.0, 400.0, 20.0, 90.0, 11.0, 12.0, 9.0),
                List.of(3L, 4L, 900L, 1500L, 700L, 2L, 1L, 0L, 0L, 0L));
        assertThat(SampleTrend.recoverySeconds(samples, SPIKE_END))
                .as("not yet when 90 ms follow")
                .isEqualTo(4);
    }

    @Test
    void aBacklogThatStaysIsNoRecovery() {
        List<Sample> samples = spike(
                List.of(10.0, 10.0, 300.0, 500.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0),
                List.of(0L, 0L, 900L, 1500L, 700L, 700L, 700L, 700L, 700L, 700L));
        assertThat(SampleTrend.recoverySeconds(samples, SPIKE_END)).isInfinite();
    }

    @Test
    void latenciesThatStayHighAreNoRecovery() {
        List<Sample> samples = spike(
                List.of(10.0, 10.0, 300.0, 500.0, 400.0, 400.0, 400.0, 400.0, 400.0, 400.0),
                List.of(0L, 0L, 900L, 1500L, 700L, 700L, 700L, 700L, 700L, 5L));
        assertThat(SampleTrend.recoverySeconds(samples, SPIKE_END)).isInfinite();
    }

    @Test
    void memoryThatGrowsDrifts() {
        List<Sample> samples = new ArrayList<>(List.of(sample(0, "warm-up", 0, 0, 1e9)));
        for (double size : List.of(200.0, 200.0, 210.0, 250.0, 260.0, 280.0, 290.0, 300.0, 310.0)) {
            samples.add(sample(1, "steady", 10, 0, size));
        }
        assertThat(SampleTrend.drifts(samples))
                .filteredOn(SampleTrend.Drift::drifting)
                .singleElement()
                .hasToString("MB of memory (RSS of Signalbox): 200.0, then 300.0: DRIFTS");
    }

    @Test
    void oneBadSampleIsNoDrift() {
        List<Sample> samples = new ArrayList<>();
        for (double p99 : List.of(20.0, 21.0, 19.0, 20.0, 22.0, 21.0, 20.0, 900.0, 22.0)) {
            samples.add(sample(1, "steady", p99, 0, 0));
        }
        assertThat(SampleTrend.drifts(samples)).isNotEmpty().noneMatch(SampleTrend.Drift::drifting);
    }

    @Test
    void twoSamplesAreTooFew() {
        assertThat(SampleTrend.drifts(List.of(sample(1, "steady", 1, 0, 1), sample(2, "steady", 1000, 0, 1000))))
                .isEmpty();
    }

    private static List<Sample> spike(List<Double> p99s, List<Long> waiting) {
        return IntStream.range(0, p99s.size())
                .mapToObj(second -> sample(
                        second + 1,
                        second < 2 ? "steady" : second < 4 ? "spike" : "after",
                        p99s.get(second),
                        waiting.get(second),
                        0))
                .toList();
    }

    private static Sample sample(double seconds, String phase, double p99, long waiting, double rss) {
        Percentiles latencies = new Percentiles(10, p99 / 2, p99, p99, p99);
        return new Sample(seconds, phase, 100, 0, 0, 0, waiting, latencies, latencies, rss);
    }
}

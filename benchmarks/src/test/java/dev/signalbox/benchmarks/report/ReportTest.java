package dev.signalbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final ScenarioResult REACHED = new ScenarioResult(
            "drain",
            "a <table> & \"another\"",
            "×",
            new MedianAndRange(0.85, 0.8, 0.9, 5),
            Optional.of(Threshold.atLeast(0.8)),
            "17,000/s",
            "raw 20,000/s");
    private static final ScenarioResult MISSED = new ScenarioResult(
            "steady",
            "mark",
            "ms",
            new MedianAndRange(9, 8, 10, 5),
            Optional.of(Threshold.atMost(7)),
            "p50",
            "raw 5 ms");

    @Test
    void theTableSaysWhatWasReached() {
        StringWriter out = new StringWriter();
        new BenchReport(Map.of(), List.of(), List.of(REACHED, MISSED)).print(new PrintWriter(out, true));
        assertThat(out.toString().lines().filter(line -> line.startsWith("|")))
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).contains("0.85 ×", "0.80 – 0.90 of 5", "≥ 0.8", "reached"))
                .anySatisfy(line -> assertThat(line).contains("9.00 ms", "≤ 7", "missed"));
    }

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheMiddleTwo() {
        assertThat(MedianAndRange.of(List.of(0.8, 0.9, 0.7))).isEqualTo(new MedianAndRange(0.8, 0.7, 0.9, 3));
        assertThat(MedianAndRange.of(List.of(4.0, 1.0, 3.0, 100.0)).median()).isEqualTo(3.5);
    }

    @Test
    void aBarIsReachedOnItsOwnSideAndOnTheLimit() {
        assertThat(Threshold.atLeast(0.8).isReachedBy(0.8)).isTrue();
        assertThat(Threshold.atLeast(0.8).isReachedBy(0.79)).isFalse();
        assertThat(Threshold.atMost(20).isReachedBy(20)).isTrue();
        assertThat(Threshold.atMost(20).isReachedBy(20.1)).isFalse();
        assertThat(Threshold.atMost(20)).hasToString("≤ 20");
    }
}

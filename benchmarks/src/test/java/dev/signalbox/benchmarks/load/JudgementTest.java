package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.load.traffic.Schedule;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is made of samples: the recovery from a spike, and the drift of a soak. */
class JudgementTest {
    /** Two seconds before it, two of it, six behind it. */
    private static final Schedule SPIKE =
            Schedule.spike(10, 5, Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(2));

    @Test
    void aSpikeIsOverWhenTheBacklogIsGoneAndP99IsBackForAWhile() {
        Recovery recovery = Recovery.of(
                spike(
                        List.of(10.0, 12.0, 300.0, 500.0, 400.0, 20.0, 90.0, 11.0, 12.0, 9.0),
                        List.of(3.0, 4.0, 900.0, 1500.0, 700.0, 2.0, 1.0, 0.0, 0.0, 0.0)),
                SPIKE);
        assertThat(recovery.usualP99()).isEqualTo(11);
        assertThat(recovery.backlogGone()).isEqualTo(2);
        assertThat(recovery.p99Back()).as("not yet when 90 ms follow").isEqualTo(4);
        assertThat(recovery.seconds()).isEqualTo(4);
    }

    @Test
    void whatNeverIsAsBeforeTakesForever() {
        Recovery recovery = Recovery.of(
                spike(
                        List.of(10.0, 10.0, 300.0, 500.0, 400.0, 400.0, 400.0, 400.0, 400.0, 400.0),
                        List.of(0.0, 0.0, 900.0, 1500.0, 700.0, 700.0, 700.0, 700.0, 700.0, 5.0)),
                SPIKE);
        assertThat(recovery.backlogGone()).isEqualTo(6);
        assertThat(recovery.p99Back()).isInfinite();
        assertThat(recovery.seconds()).isInfinite();
    }

    @Test
    void memoryThatGrowsDrifts() {
        List<Drift> drifts = Drift.of(soak(Figure.RSS_MEGABYTES, 200, 200, 210, 250, 260, 280, 290, 300, 310));
        assertThat(drifts).singleElement().satisfies(drift -> {
            assertThat(drift.first()).isEqualTo(200);
            assertThat(drift.last()).isEqualTo(300);
            assertThat(drift.judgement()).isEqualTo("DRIFTS");
        });
    }

    @Test
    void oneBadSampleIsNoDrift() {
        assertThat(Drift.of(soak(Figure.ANSWER_P99_MILLIS, 20, 21, 19, 20, 22, 21, 20, 900, 22)))
                .extracting(Drift::judgement)
                .containsExactly("steady");
    }

    @Test
    void fewerOrdersThanInTheBeginningDrift() {
        assertThat(Drift.of(soak(Figure.ORDERS_RATE, 100, 100, 100, 90, 90, 90, 90, 90, 90)))
                .extracting(Drift::isDrifting)
                .containsExactly(true);
    }

    @Test
    void aTableThatNobodyCleansGrowsAndIsNotJudged() {
        assertThat(Drift.of(soak(Figure.TABLE_MEGABYTES, 1, 2, 3, 4, 5, 6, 7, 8, 9)))
                .extracting(Drift::judgement)
                .containsExactly("not judged");
    }

    @Test
    void ofTwoSamplesNothingIsSaid() {
        assertThat(Drift.of(soak(Figure.RSS_MEGABYTES, 1, 1000))).isEmpty();
    }

    private static List<Sample> spike(List<Double> p99s, List<Double> waiting) {
        return IntStream.range(0, p99s.size())
                .mapToObj(second -> new Sample(
                        second + 1,
                        second < 2 ? "steady" : second < 4 ? "spike" : "after",
                        Map.of(Figure.ANSWER_P99_MILLIS, p99s.get(second), Figure.WAITING, waiting.get(second))))
                .toList();
    }

    private static List<Sample> soak(Figure figure, double... values) {
        Sample warmUp = new Sample(0, "warm-up", Map.of(figure, 1e9));
        return Stream.concat(
                        Stream.of(warmUp),
                        DoubleStream.of(values).mapToObj(value -> new Sample(1, "steady", Map.of(figure, value))))
                .toList();
    }
}

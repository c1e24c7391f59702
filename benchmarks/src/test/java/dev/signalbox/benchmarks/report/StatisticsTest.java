package dev.signalbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void theMedianIsTheMiddleOfAnOddNumberOfValues() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
        assertThat(Statistics.median(List.of(4.0, 1.0, 3.0, 100.0))).isEqualTo(3.5);
    }

    @Test
    void nothingHasNoMedian() {
        assertThatThrownBy(() -> Statistics.median(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void percentilesAreValuesThatOccurred() {
        long[] hundred = LongStream.rangeClosed(1, 100).map(n -> 101 - n).toArray();
        assertThat(Statistics.percentile(hundred, 50)).isEqualTo(50);
        assertThat(Statistics.percentile(hundred, 95)).isEqualTo(95);
        assertThat(Statistics.percentile(hundred, 99)).isEqualTo(99);
        assertThat(Statistics.percentile(hundred, 100)).isEqualTo(100);
        assertThat(Statistics.percentile(new long[] {7}, 1)).isEqualTo(7);
        assertThat(Statistics.percentile(new long[] {10, 20, 30}, 34)).isEqualTo(20);
    }

    @Test
    void thereIsNoPercentileOutsideTheValues() {
        assertThatThrownBy(() -> Statistics.percentile(new long[] {1}, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Statistics.percentile(new long[] {1}, 101))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Statistics.percentile(new long[0], 50)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSpreadNamesTheLeastAndTheMost() {
        assertThat(Spread.of(List.of(0.8, 0.9, 0.7))).isEqualTo(new Spread(0.8, 0.7, 0.9, 3));
    }

    @Test
    void aBarIsReachedOnItsOwnSideAndOnTheLimit() {
        assertThat(Threshold.atLeast(0.8).isReachedBy(0.8)).isTrue();
        assertThat(Threshold.atLeast(0.8).isReachedBy(0.79)).isFalse();
        assertThat(Threshold.atMost(20).isReachedBy(20)).isTrue();
        assertThat(Threshold.atMost(20).isReachedBy(20.1)).isFalse();
        assertThat(Threshold.atLeast(0.8)).hasToString("≥ 0.8");
        assertThat(Threshold.atMost(20)).hasToString("≤ 20");
    }
}

package dev.signalbox.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateTest {
    private final AtomicLong now = new AtomicLong(-5);
    private final Rate rate = new Rate(now::get);

    @Test
    void itIsTheMeanOfTheSecondsThatAreOver() {
        assertThat(rate.perSecond()).isZero();
        for (int second = 0; second < 30; second++) {
            rate.add(10);
            pass(Duration.ofSeconds(1));
        }
        assertThat(rate.perSecond()).as("in the first minute").isEqualTo(10);
        rate.add(1_000);
        assertThat(rate.perSecond()).as("the current second does not count yet").isEqualTo(10);
    }

    @Test
    void itForgetsAfterAMinute() {
        rate.add(590);
        pass(Duration.ofSeconds(30));
        rate.add(59);
        pass(Duration.ofSeconds(29));
        assertThat(rate.perSecond()).isEqualTo(11);
        pass(Duration.ofSeconds(1));
        assertThat(rate.perSecond()).isEqualTo(1);
        pass(Duration.ofDays(3));
        assertThat(rate.perSecond()).isZero();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}

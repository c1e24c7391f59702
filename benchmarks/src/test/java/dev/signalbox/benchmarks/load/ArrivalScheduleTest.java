package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {
    private static final long MILLI = 1_000_000;

    @Test
    void ordersOfAConstantRateAreEvenlySpread() {
        ArrivalSchedule schedule = ArrivalSchedule.constant(200, Duration.ofSeconds(1), Duration.ofSeconds(3));

        assertThat(schedule.size()).isEqualTo(800);
        assertThat(schedule.due(0)).isZero();
        assertThat(schedule.due(1)).isEqualTo(5 * MILLI);
        assertThat(schedule.due(200)).isEqualTo(1000 * MILLI);
        assertThat(schedule.due(799)).isEqualTo(3995 * MILLI);
    }

    @Test
    void theWarmUpDoesNotCount() {
        ArrivalSchedule schedule = ArrivalSchedule.constant(10, Duration.ofSeconds(1), Duration.ofSeconds(1));

        assertThat(IntStream.range(0, schedule.size()).filter(schedule::counts).boxed())
                .containsExactly(10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        assertThat(ArrivalSchedule.constant(10, Duration.ZERO, Duration.ofSeconds(1))
                        .counts(0))
                .isTrue();
    }

    @Test
    void aSpikeIsManyTimesTheRateForItsTime() {
        ArrivalSchedule schedule =
                ArrivalSchedule.spike(10, 5, Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(2));

        assertThat(schedule.endOf(ArrivalSchedule.PhaseKind.STEADY)).isEqualTo(Duration.ofSeconds(2));
        assertThat(schedule.endOf(ArrivalSchedule.PhaseKind.SPIKE)).isEqualTo(Duration.ofSeconds(4));
        assertThat(schedule.size()).isEqualTo(2 * 10 + 2 * 50 + 6 * 10);
        assertThat(dueBetween(schedule, 0, 2000)).isEqualTo(20);
        assertThat(dueBetween(schedule, 2000, 4000)).isEqualTo(100);
        assertThat(dueBetween(schedule, 4000, 10_000)).isEqualTo(60);
        assertThat(schedule.kindAt(1999 * MILLI)).isEqualTo(ArrivalSchedule.PhaseKind.STEADY);
        assertThat(schedule.kindAt(2000 * MILLI)).isEqualTo(ArrivalSchedule.PhaseKind.SPIKE);
        assertThat(schedule.kindAt(4001 * MILLI)).isEqualTo(ArrivalSchedule.PhaseKind.AFTER);
        assertThat(schedule.kindAt(10_000 * MILLI)).isEqualTo(ArrivalSchedule.PhaseKind.SETTLING);
    }

    @Test
    void moreOrdersThanFitIntoMemoryAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ArrivalSchedule.constant(20_000, Duration.ZERO, Duration.ofHours(1)))
                .withMessage("72,000,000 orders are too many: at most 10,000,000 fit into memory");
    }

    private static long dueBetween(ArrivalSchedule schedule, long fromMillis, long toMillis) {
        return IntStream.range(0, schedule.size())
                .mapToLong(schedule::due)
                .filter(due -> due >= fromMillis * MILLI && due < toMillis * MILLI)
                .count();
    }
}

package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often an idle source is polled. */
class PollScheduleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final PollSchedule schedule =
            new PollSchedule(PollSchedule.Settings.upTo(SECOND).thenSlower(2, 3, TEN_SECONDS));

    private List<Long> millisAfterEmptyFetches(int count) {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            schedule.started();
            schedule.fetched(0, false, false, 0);
            waits.add(Duration.ofNanos(schedule.dueAt()).toMillis());
        }
        return waits;
    }

    @Test
    void asksInGrowingStepsThenAtTheIntervalAndAfterTheThresholdMoreSlowlyUpToTheMaximum() {
        assertThat(millisAfterEmptyFetches(9)).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L);
        assertThat(millisAfterEmptyFetches(7))
                .containsExactly(1_000L, 1_000L, 1_000L, 3_000L, 9_000L, 10_000L, 10_000L);
    }

    @Test
    void orAlwaysAtTheSameInterval() {
        PollSchedule steady = new PollSchedule(PollSchedule.Settings.every(SECOND));
        for (int i = 0; i < 20; i++) {
            steady.fetched(i == 0 ? 1 : 0, false, false, 0);
            assertThat(steady.dueAt()).isEqualTo(SECOND.toNanos());
        }
    }

    @Test
    void aShortIntervalIsKeptFromTheFirstStepOn() {
        PollSchedule quick = new PollSchedule(PollSchedule.Settings.upTo(Duration.ofNanos(500_000)));
        quick.fetched(0, false, false, 0);

        assertThat(quick.dueAt()).isEqualTo(500_000);
    }

    @Test
    void aStepIsNeverLongerThanTheInterval() {
        PollSchedule uneven = new PollSchedule(PollSchedule.Settings.upTo(Duration.ofMillis(5)));
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            uneven.fetched(i == 0 ? 1 : 0, false, false, 0);
            waits.add(Duration.ofNanos(uneven.dueAt()).toMillis());
        }

        assertThat(waits).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void aWakeUpResetsIt() {
        millisAfterEmptyFetches(15);
        schedule.hurry();

        assertThat(schedule.isDue(Long.MIN_VALUE)).isTrue();
        assertThat(millisAfterEmptyFetches(3)).containsExactly(2L, 4L, 8L);
    }

    @Test
    void aFindResetsIt() {
        millisAfterEmptyFetches(15);
        schedule.started();
        schedule.fetched(1, false, false, 0);

        assertThat(schedule.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());
        assertThat(millisAfterEmptyFetches(3)).containsExactly(2L, 4L, 8L);
    }

    @Test
    void moreIsFetchedAtOnce() {
        schedule.started();
        schedule.fetched(0, true, false, 0);

        assertThat(schedule.isDue(0)).isTrue();
    }

    @Test
    void nothingHurriesASourceThatFails() {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            schedule.failed(0);
            schedule.hurry();
            waits.add(Duration.ofNanos(schedule.dueAt()).toMillis());
        }
        assertThat(waits).containsExactly(250L, 500L, 1_000L, 2_000L, 4_000L, 4_000L, 4_000L);

        schedule.started();
        schedule.fetched(1, true, false, 0);
        assertThat(schedule.isDue(0)).isTrue();
    }

    @Test
    void refusesWhatIsNoPace() {
        assertThatThrownBy(() -> new PollSchedule.Settings(Duration.ZERO, SECOND, 0, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PollSchedule.Settings(SECOND, SECOND, -1, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PollSchedule.Settings(SECOND, SECOND, 0, 0.9, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PollSchedule.Settings(TEN_SECONDS, SECOND, 0, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new PollSchedule.Settings(SECOND, TEN_SECONDS, 0, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void asksInGrowingStepsUntilItIsArmed() {
        schedule.wakeUps(PollSchedule.WakeUps.UNARMED);
        schedule.started();
        schedule.fetched(1, false, false, 0);
        assertThat(schedule.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());

        assertThat(millisAfterEmptyFetches(4)).containsExactly(2L, 4L, 8L, 16L);
        assertThat(schedule.isIdle()).isFalse();

        assertThat(millisAfterEmptyFetches(6)).containsExactly(32L, 64L, 128L, 256L, 512L, 1_000L);
        assertThat(schedule.isIdle()).isTrue();
        assertThat(millisAfterEmptyFetches(100))
                .as("no slower than the poll interval")
                .endsWith(1_000L, 1_000L);
    }

    @Test
    void looksOnceMoreWhenItIsArmedAndThenOnlyAsASafetyNet() {
        schedule.wakeUps(PollSchedule.WakeUps.UNARMED);
        millisAfterEmptyFetches(5);
        schedule.wakeUps(PollSchedule.WakeUps.ARMED);

        assertThat(schedule.isDue(0)).isTrue();
        assertThat(schedule.isIdle()).isTrue();
        assertThat(millisAfterEmptyFetches(1)).containsExactly(10_000L);
    }

    @Test
    void whatIsToldDuringAFetchIsLookedForAfterIt() {
        schedule.wakeUps(PollSchedule.WakeUps.UNARMED);
        millisAfterEmptyFetches(5);
        schedule.started();
        schedule.wakeUps(PollSchedule.WakeUps.ARMED);
        schedule.fetched(0, false, false, 0);
        assertThat(schedule.isDue(0)).as("armed while it was looking").isTrue();

        schedule.started();
        schedule.hurry();
        schedule.fetched(0, false, false, 0);
        assertThat(schedule.isDue(0)).as("woken while it was looking").isTrue();
        assertThat(schedule.isIdle()).isFalse();
    }

    @Test
    void theSafetyNetIsAFewSecondsHoweverOftenItWouldPoll() {
        PollSchedule busy = new PollSchedule(PollSchedule.Settings.every(Duration.ofMillis(100)));
        busy.wakeUps(PollSchedule.WakeUps.ARMED);
        for (int i = 0; i < 5; i++) {
            busy.started();
            busy.fetched(0, false, false, 0);
        }

        assertThat(busy.dueAt()).isEqualTo(PollSchedule.SAFETY_NET.toNanos());
    }

    @Test
    void aFindEndsTheSleepOfAnArmedRelay() {
        schedule.wakeUps(PollSchedule.WakeUps.ARMED);
        millisAfterEmptyFetches(5);
        schedule.started();
        schedule.fetched(1, false, false, 0);

        assertThat(schedule.isIdle()).isFalse();
        assertThat(schedule.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());
    }

    @Test
    void polledAgainAsConfiguredWhenWakeUpsAreLost() {
        schedule.wakeUps(PollSchedule.WakeUps.ARMED);
        millisAfterEmptyFetches(5);
        schedule.wakeUps(PollSchedule.WakeUps.ABSENT);

        assertThat(schedule.isDue(0))
                .as("a commit may have come without a wake-up")
                .isTrue();
        assertThat(schedule.isIdle()).isFalse();
        schedule.hurry();
        assertThat(millisAfterEmptyFetches(3)).containsExactly(2L, 4L, 8L);
    }

    @Test
    void aNewOwnerKnowsWhetherItIsTold() {
        schedule.wakeUps(PollSchedule.WakeUps.UNARMED);
        PollSchedule next = schedule.anew();
        next.started();
        next.fetched(1, false, false, 0);

        assertThat(next.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());
    }
}

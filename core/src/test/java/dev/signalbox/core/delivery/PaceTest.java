package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often an idle source is asked. */
class PaceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final Pace pace = new Pace(Pace.Settings.upTo(SECOND).thenSlower(2, 3, TEN_SECONDS));

    private List<Long> millisAfterEmptyFetches(int count) {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pace.started();
            pace.fetched(0, false, 0);
            waits.add(Duration.ofNanos(pace.dueAt()).toMillis());
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
        Pace steady = new Pace(Pace.Settings.every(SECOND));
        for (int i = 0; i < 20; i++) {
            steady.fetched(i == 0 ? 1 : 0, false, 0);
            assertThat(steady.dueAt()).isEqualTo(SECOND.toNanos());
        }
    }

    @Test
    void aShortIntervalIsKeptFromTheFirstStepOn() {
        Pace quick = new Pace(Pace.Settings.upTo(Duration.ofNanos(500_000)));
        quick.fetched(0, false, 0);

        assertThat(quick.dueAt()).isEqualTo(500_000);
    }

    @Test
    void aStepIsNeverLongerThanTheInterval() {
        Pace uneven = new Pace(Pace.Settings.upTo(Duration.ofMillis(5)));
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            uneven.fetched(i == 0 ? 1 : 0, false, 0);
            waits.add(Duration.ofNanos(uneven.dueAt()).toMillis());
        }

        assertThat(waits).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void aWakeUpResetsIt() {
        millisAfterEmptyFetches(15);
        pace.hurry();

        assertThat(pace.isDue(Long.MIN_VALUE)).isTrue();
        assertThat(millisAfterEmptyFetches(3)).containsExactly(2L, 4L, 8L);
    }

    @Test
    void aFindResetsIt() {
        millisAfterEmptyFetches(15);
        pace.started();
        pace.fetched(1, false, 0);

        assertThat(pace.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());
        assertThat(millisAfterEmptyFetches(3)).containsExactly(2L, 4L, 8L);
    }

    @Test
    void moreIsFetchedAtOnce() {
        pace.started();
        pace.fetched(0, true, 0);

        assertThat(pace.isDue(0)).isTrue();
    }

    @Test
    void nothingHurriesASourceThatFails() {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            pace.failed(0);
            pace.hurry();
            waits.add(Duration.ofNanos(pace.dueAt()).toMillis());
        }
        assertThat(waits).containsExactly(250L, 500L, 1_000L, 2_000L, 4_000L, 4_000L, 4_000L);

        pace.started();
        pace.fetched(1, true, 0);
        assertThat(pace.isDue(0)).isTrue();
    }

    @Test
    void refusesWhatIsNoPace() {
        assertThatThrownBy(() -> new Pace.Settings(Duration.ZERO, SECOND, 0, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Pace.Settings(SECOND, SECOND, -1, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Pace.Settings(SECOND, SECOND, 0, 0.9, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Pace.Settings(TEN_SECONDS, SECOND, 0, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Pace.Settings(SECOND, TEN_SECONDS, 0, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void asksInGrowingStepsUntilItIsArmed() {
        pace.wakeUps(Pace.WakeUps.UNARMED);
        pace.started();
        pace.fetched(1, false, 0);
        assertThat(pace.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());

        assertThat(millisAfterEmptyFetches(4)).containsExactly(2L, 4L, 8L, 16L);
        assertThat(pace.isIdle()).isFalse();

        assertThat(millisAfterEmptyFetches(6)).containsExactly(32L, 64L, 128L, 256L, 512L, 1_000L);
        assertThat(pace.isIdle()).isTrue();
        assertThat(millisAfterEmptyFetches(100))
                .as("no slower than the poll interval")
                .endsWith(1_000L, 1_000L);
    }

    @Test
    void looksOnceMoreWhenItIsArmedAndThenOnlyAsASafetyNet() {
        pace.wakeUps(Pace.WakeUps.UNARMED);
        millisAfterEmptyFetches(5);
        pace.wakeUps(Pace.WakeUps.ARMED);

        assertThat(pace.isDue(0)).isTrue();
        assertThat(pace.isIdle()).isTrue();
        assertThat(millisAfterEmptyFetches(1)).containsExactly(10_000L);
    }

    @Test
    void whatIsToldDuringAFetchIsLookedForAfterIt() {
        pace.wakeUps(Pace.WakeUps.UNARMED);
        millisAfterEmptyFetches(5);
        pace.started();
        pace.wakeUps(Pace.WakeUps.ARMED);
        pace.fetched(0, false, 0);
        assertThat(pace.isDue(0)).as("armed while it was looking").isTrue();

        pace.started();
        pace.hurry();
        pace.fetched(0, false, 0);
        assertThat(pace.isDue(0)).as("woken while it was looking").isTrue();
        assertThat(pace.isIdle()).isFalse();
    }

    @Test
    void theSafetyNetIsAFewSecondsHoweverOftenItWouldPoll() {
        Pace busy = new Pace(Pace.Settings.every(Duration.ofMillis(100)));
        busy.wakeUps(Pace.WakeUps.ARMED);
        for (int i = 0; i < 5; i++) {
            busy.started();
            busy.fetched(0, false, 0);
        }

        assertThat(busy.dueAt()).isEqualTo(Pace.SAFETY_NET.toNanos());
    }

    @Test
    void aFindEndsTheSleepOfAnArmedRelay() {
        pace.wakeUps(Pace.WakeUps.ARMED);
        millisAfterEmptyFetches(5);
        pace.started();
        pace.fetched(1, false, 0);

        assertThat(pace.isIdle()).isFalse();
        assertThat(pace.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());
    }

    @Test
    void polledAgainAsConfiguredWhenWakeUpsAreLost() {
        pace.wakeUps(Pace.WakeUps.ARMED);
        millisAfterEmptyFetches(5);
        pace.wakeUps(Pace.WakeUps.ABSENT);

        assertThat(pace.isDue(0)).as("something may not have been told").isTrue();
        assertThat(pace.isIdle()).isFalse();
        pace.hurry();
        assertThat(millisAfterEmptyFetches(3)).containsExactly(2L, 4L, 8L);
    }

    @Test
    void aNewOwnerKnowsWhetherItIsTold() {
        pace.wakeUps(Pace.WakeUps.UNARMED);
        Pace next = pace.anew();
        next.started();
        next.fetched(1, false, 0);

        assertThat(next.dueAt()).isEqualTo(Duration.ofMillis(1).toNanos());
    }
}

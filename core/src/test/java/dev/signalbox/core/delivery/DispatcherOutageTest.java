package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.LATER;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static dev.signalbox.core.delivery.OutcomeFixtures.UNSENDABLE;
import static dev.signalbox.core.delivery.OutcomeFixtures.throttled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While the destination is unavailable. */
class DispatcherOutageTest {
    @Test
    void tenMinutesOfOutageBurnNothing() {
        var driver = DispatcherSettingsFixture.block().batch(2).outbox("a1", "a2", "a3", "b1", "_1", "_2");
        driver.receiver = send -> new Answer.Whole(DOWN);
        driver.answerAll(DOWN);

        driver.pass(Duration.ofMinutes(10));
        assertThat(driver.failed()).isEmpty();
        assertThat(driver.recorded.lines).noneMatch(line -> line.startsWith("retried"));
        assertThat(driver.batches).hasSizeLessThan(160);

        driver.receiver = send -> Answer.DELIVERED;
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.done()).hasSize(6);
    }

    @Test
    void onlyOneProbeIsUnderWayUntilItsSilenceHasLasted() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1", "_2", "_3", "_4");
        driver.answer("_1", DOWN);
        driver.answer("_2", DOWN);
        driver.answer("_3", DOWN);
        driver.answer("_4", DOWN);
        assertThat(driver.inFlightIds()).isEmpty();

        driver.pass(Duration.ofMillis(499));
        assertThat(driver.inFlightIds()).isEmpty();
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.inFlightIds()).hasSize(1);
        driver.pass(Duration.ofMillis(3_999));
        assertThat(driver.inFlightIds()).hasSize(1);
        assertThat(driver.inFlightIds().getFirst()).hasSize(1);
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.inFlightIds()).hasSize(2);
    }

    @Test
    void anUnansweredProbeIsFollowedByAnotherMessage() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "b1", "_1");
        driver.receiver = send -> new Answer.Whole(SILENT);
        driver.answerAll(SILENT);

        driver.pass(Duration.ofMinutes(1));

        List<List<String>> probes = driver.batches.subList(10, driver.batches.size());
        for (int i = 1; i < probes.size(); i++) {
            assertThat(probes.get(i)).as("probe %d", i).isNotEqualTo(probes.get(i - 1));
        }
        Set<List<String>> probed = new HashSet<>(probes);
        assertThat(probed).hasSizeGreaterThan(1);
        assertThat(driver.attempts("a1") + driver.attempts("b1") + driver.attempts("_1"))
                .isZero();
    }

    @Test
    void resumesWithinFiveSecondsHoweverLongItLasted() {
        for (Outcome outage : List.of(DOWN, SILENT)) {
            for (int tenths = 1; tenths < 600; tenths += 7) {
                for (String[] rows : new String[][] {{"_1"}, {"a1"}, {"a1", "a2", "b1", "_1"}}) {
                    resumes(outage, Duration.ofMillis(100L * tenths), Duration.ofSeconds(1), rows);
                }
            }
        }
    }

    @Test
    void resumesWithinFiveSecondsHoweverRarelyTheSourceIsPolled() {
        for (int seconds = 1; seconds < 100; seconds += 3) {
            resumes(DOWN, Duration.ofSeconds(seconds), Duration.ofMinutes(5), "_1");
            resumes(SILENT, Duration.ofSeconds(seconds), Duration.ofMinutes(5), "a1", "b1");
        }
    }

    private static void resumes(Outcome outage, Duration length, Duration poll, String... rows) {
        var driver = DispatcherSettingsFixture.block().pollEvery(poll).outbox(rows);
        driver.receiver = send -> new Answer.Whole(outage);
        driver.answerAll(outage);
        driver.pass(length);
        driver.receiver = send -> Answer.DELIVERED;
        driver.pass(Duration.ofSeconds(5));

        assertThat(driver.done())
                .as("%s for %s, polling every %s", outage, length, poll)
                .containsExactlyInAnyOrder(rows);
    }

    @Test
    void everythingHeldIsGivenBackAfterTwoSeconds() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox("a1", "a2", "b1", "c1");
        driver.receiver = send -> new Answer.Whole(DOWN);
        driver.answerAll(DOWN);

        driver.pass(Duration.ofMillis(1_999));
        assertThat(driver.claimed()).hasSize(4);
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.pending()).hasSize(4);
    }

    @Test
    void aPauseThatTheDestinationAskedForIsKept() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox("_1", "_2");
        driver.answer(throttled(Duration.ofSeconds(30)));

        driver.pass(Duration.ofMillis(29_999));
        assertThat(driver.batches).hasSize(1);
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.batches).hasSize(2);
        assertThat(driver.attempts("_1")).isZero();
    }

    @Test
    void aPauseIsCapped() {
        var driver = DispatcherSettingsFixture.block()
                .retryAfterCap(Duration.ofSeconds(20))
                .outbox("_1");
        driver.answer(throttled(Duration.ofDays(10_000)));

        driver.pass(Duration.ofSeconds(20));
        assertThat(driver.batches).hasSize(2);
    }

    @Test
    void aPauseIsKeptAlthoughEarlierRequestsStillSucceed() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(2).outbox("_1", "_2", "_3", "_4");
        driver.answer("_1", throttled(Duration.ofSeconds(30)));
        driver.answer("_2", OK);

        driver.pass(Duration.ofMillis(29_999));
        assertThat(driver.batches).hasSize(2);
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.batches).hasSize(3);
        driver.answerAll(OK);
        assertThat(driver.done()).hasSize(4);
    }

    @Test
    void successOfAnEarlierRequestEndsAnOutageThatIsNoRequestedPause() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(2).outbox("_1", "_2", "_3");
        driver.answer("_1", DOWN);
        assertThat(driver.dispatcher.status().outage()).isNotNull();

        driver.answer("_2", OK);
        assertThat(driver.dispatcher.status().outage()).isNull();
        assertThat(driver.inFlightIds()).hasSize(2);
    }

    @Test
    void aProbeThatFailsOnItsOwnAccountClosesTheCircuit() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox("_1", "_2");
        driver.answer(DOWN);
        driver.pass(Duration.ofMillis(500));

        driver.answer(ERROR);
        assertThat(driver.dispatcher.status().outage()).isNull();
        assertThat(driver.recorded.lines).contains("opened: 503", "closed");
    }

    @Test
    void aMessageThatIsNotSentIsNoProbeAndAnotherFollowsAtOnce() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox("_1", "_2", "_3", "_4");
        driver.answer(DOWN);
        driver.pass(Duration.ofMillis(500));

        driver.answer(UNSENDABLE);
        assertThat(driver.dispatcher.status().outage()).isNotNull();
        driver.answer(LATER);
        assertThat(driver.dispatcher.status().outage()).isNotNull();
        assertThat(driver.inFlightIds()).hasSize(1);

        driver.answer(DOWN);
        driver.pass(Duration.ofMillis(999));
        assertThat(driver.inFlightIds()).isEmpty();
        driver.pass(Duration.ofMillis(1));
        driver.answer(OK);
        assertThat(driver.dispatcher.status().outage()).isNull();
        assertThat(driver.failed()).hasSize(1);
    }

    @Test
    void noMoreThanOneMessageIsClaimedWhileTheCircuitIsOpen() {
        var driver = DispatcherSettingsFixture.block().outbox("a1", "b1", "_1", "_2");
        driver.receiver = send -> new Answer.Whole(DOWN);
        driver.answerAll(DOWN);
        driver.pass(Duration.ofSeconds(3));

        for (int i = 0; i < 200; i++) {
            driver.pass(Duration.ofMillis(100));
            assertThat(driver.claimed()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOutageCostsFewWakeUps(boolean silent) {
        var driver = DispatcherSettingsFixture.block().outbox("a1", "a2", "b1", "_1");
        driver.receiver = send -> new Answer.Whole(silent ? SILENT : DOWN);
        driver.answerAll(DOWN);

        int wakeUps = 0;
        long end = driver.now() + Duration.ofMinutes(5).toNanos();
        while (driver.dispatcher.nextWakeup() < end) {
            driver.toNextWakeup();
            wakeUps++;
        }
        assertThat(wakeUps).isLessThan(5 * 60 * 2);
    }
}

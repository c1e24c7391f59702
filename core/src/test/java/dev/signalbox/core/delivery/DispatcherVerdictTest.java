package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.BAD;
import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.LATER;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static dev.signalbox.core.delivery.OutcomeFixtures.TOO_LARGE;
import static dev.signalbox.core.delivery.OutcomeFixtures.UNTRIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers mean for the messages of a batch. */
class DispatcherVerdictTest {
    private static String[] ids(String group, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> group + i).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_", "a"})
    void aRefusedBatchIsSplitUntilTheBadOneIsAloneAndTheOthersArrive(String group) {
        var driver = DispatcherSettingsFixture.block().outbox(ids(group, 100));
        String bad = group + 37;
        driver.receiver = send -> new Answer.Whole(DispatcherDriver.ids(send).contains(bad) ? BAD : OK);

        driver.answerAll(BAD);

        assertThat(driver.failed()).containsExactly(bad);
        assertThat(driver.done()).hasSize(99);
        assertThat(Arrays.stream(ids(group, 100)).mapToInt(driver::attempts)).containsOnly(0);
        assertThat(driver.batches).hasSizeLessThan(110);
        assertThat(driver.batches).contains(List.of(bad));
    }

    @Test
    void aTooLargeBatchIsSplitByItsBytes() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.outbox.insert("_1").size(50);
        driver.outbox.insert("_2").size(30);
        driver.outbox.insert("_3").size(20);
        driver.dispatcher.wake();
        driver.run();

        driver.answer(TOO_LARGE);

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2", "_3"));
        driver.answer("_1", TOO_LARGE);
        driver.answerAll(OK);
        assertThat(driver.failed()).containsExactly("_1");
        assertThat(driver.done()).containsExactly("_2", "_3");
    }

    @Test
    void aFailedBatchCountsOnceForEachAndTheLastAttemptIsAlone() {
        var driver = DispatcherSettingsFixture.block().maxRetries(1).outbox("_1", "_2", "_3");

        driver.answer(ERROR);
        assertThat(driver.attempts("_1")).isEqualTo(1);
        driver.pass(Duration.ofSeconds(2));
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2"), List.of("_3"));

        driver.answer("_2", ERROR);
        driver.answerAll(OK);
        assertThat(driver.failed()).containsExactly("_2");
        assertThat(driver.done()).containsExactly("_1", "_3");
    }

    @Test
    void withoutRetriesOnlyTheGuiltyOneOfABatchFails() {
        var driver = DispatcherSettingsFixture.block().maxRetries(0).outbox("_1", "_2", "_3");
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1", "_2", "_3"));

        driver.answer(ERROR);
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2"), List.of("_3"));
        driver.answer("_2", ERROR);
        driver.answerAll(OK);

        assertThat(driver.failed()).containsExactly("_2");
        assertThat(driver.done()).containsExactly("_1", "_3");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void nRetriesAreNPlusOneAttempts(int maxRetries) {
        var driver = DispatcherSettingsFixture.block().maxRetries(maxRetries).outbox("a1", "a2");
        driver.receiver = send -> new Answer.Whole(DispatcherDriver.ids(send).contains("a1") ? ERROR : OK);
        driver.answerAll(ERROR);
        driver.pass(Duration.ofMinutes(10));

        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.done()).containsExactly("a2");
        long sends = driver.batches.stream().filter(it -> it.contains("a1")).count();
        // Without retries the first attempt was in a batch, and only the one alone counts.
        assertThat(sends).isEqualTo(maxRetries == 0 ? 2 : maxRetries + 1);
    }

    @Test
    void theRestOfAMixedAnswerIsJudgedByItself() {
        var driver = DispatcherSettingsFixture.block().outbox("_1", "_2", "_3");
        driver.receiver = send -> Answer.DELIVERED;

        driver.dispatcher.answered(
                driver.inFlight.removeFirst(), new Answer.Mixed(Arrays.asList(OK, null, BAD), BAD), driver.now());
        driver.run();

        assertThat(driver.done()).containsExactly("_1");
        assertThat(driver.failed()).containsExactly("_2", "_3");
    }

    @Test
    void whatWasNotAttemptedWaitsBehindTheFailureAndCountsNothing() {
        var driver = DispatcherSettingsFixture.block().outbox("a1", "a2", "a3", "a4");

        driver.answerEach(OK, ERROR, UNTRIED, UNTRIED);

        assertThat(driver.done()).containsExactly("a1");
        assertThat(driver.inFlightIds()).as("while a2 waits for its retry").isEmpty();
        assertThat(Stream.of("a2", "a3", "a4").map(driver::attempts)).containsExactly(1, 0, 0);
        driver.pass(Duration.ofSeconds(2));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a3", "a4"));
    }

    @Test
    void whatWasNotAttemptedIsSentAtOnceIfItIsUngrouped() {
        var driver = DispatcherSettingsFixture.block().outbox("a1", "b1", "b2", "_1");

        driver.answerEach(ERROR, UNTRIED, UNTRIED, UNTRIED);

        assertThat(driver.inFlightIds()).containsExactly(List.of("b1", "b2", "_1"));
        driver.answer(OK);
        assertThat(driver.done()).containsExactly("b1", "b2", "_1");
    }

    @Test
    void whatWasNotAttemptedFollowsADeadLetter() {
        var driver = DispatcherSettingsFixture.block().maxRetries(0).outbox("a1", "a2", "a3");

        driver.answerEach(ERROR, UNTRIED, UNTRIED);

        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2", "a3"));
    }

    @Test
    void whatWasNotAttemptedSaysNothingAboutTheDestination() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1", "_2");
        driver.answer("_2", UNTRIED);
        assertThat(driver.dispatcher.status().outage()).isNull();

        driver.answer("_1", DOWN);
        driver.answer("_2", UNTRIED);

        assertThat(driver.dispatcher.status().outage()).isEqualTo("503");
        assertThat(driver.attempts("_2")).isZero();
    }

    @Test
    void whatIsPostponedWaitsWithItsGroupAndCountsNothingWhileOthersGoOn() {
        var driver = DispatcherSettingsFixture.block().outbox("a1", "a2", "b1");

        driver.answerEach(LATER, UNTRIED, OK);

        assertThat(driver.done()).containsExactly("b1");
        assertThat(driver.inFlightIds()).isEmpty();
        assertThat(driver.pending()).containsExactly("a1", "a2");
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        assertThat(Stream.of("a1", "a2").map(driver::attempts)).containsOnly(0);
    }

    @Test
    void aBatchThatIsPostponedAsAWholeIsSplitUntilOnlyTheOneThatMustWaitDoes() {
        var driver = DispatcherSettingsFixture.block().outbox("_1", "_2", "_3", "_4", "_5");
        driver.receiver =
                send -> DispatcherDriver.ids(send).contains("_3") ? new Answer.Whole(LATER) : Answer.DELIVERED;

        driver.answer(LATER);

        assertThat(driver.done()).containsExactly("_1", "_2", "_4", "_5");
        assertThat(driver.pending()).containsExactly("_3");
        assertThat(driver.attempts("_3")).isZero();
        assertThat(driver.dispatcher.status().outage()).isNull();
    }

    @Test
    void whatIsPostponedIsNeverGivenUpAndSaysNothingAboutTheDestination() {
        var driver = DispatcherSettingsFixture.block().maxRetries(0).outbox("_1");

        for (int i = 0; i < 100; i++) {
            driver.answer(LATER);
            assertThat(driver.inFlightIds()).isEmpty();
            assertThat(driver.dispatcher.status().outage()).isNull();
            driver.pass(Duration.ofSeconds(5));
        }

        driver.answer(OK);
        assertThat(driver.done()).containsExactly("_1");
    }

    @Test
    void anAnswerForTheWrongNumberOfMessagesIsAFailedAttempt() {
        var driver = DispatcherSettingsFixture.block().outbox("_1", "_2");

        driver.answerEach(OK);

        assertThat(driver.pending()).containsExactly("_1", "_2");
        assertThat(driver.attempts("_1")).isEqualTo(1);
    }

    @Test
    void noAnswerIsAnOutageIfTheDestinationAnsweredNoOther() {
        var driver = DispatcherSettingsFixture.block().outbox("_1");

        driver.answer(SILENT);

        assertThat(driver.dispatcher.status().outage()).isEqualTo("no answer");
        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.attempts("_1")).isZero();
    }

    @Test
    void aFirstSilenceCountsNothingAlthoughOthersWereAnsweredMeanwhile() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1", "_2");

        driver.pass(Duration.ofMillis(10));
        driver.answer("_2", OK);
        driver.pass(Duration.ofSeconds(30));
        driver.answer("_1", SILENT);

        assertThat(driver.dispatcher.status().outage()).isNull();
        assertThat(driver.attempts("_1")).isZero();
        driver.pass(Duration.ofMillis(799));
        assertThat(driver.inFlightIds()).isEmpty();
        driver.pass(Duration.ofMillis(500));
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void aDestinationThatGoesAwayWithBatchesOnTheirWayBurnsNothing() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "b1", "c1", "_1");

        driver.pass(Duration.ofMillis(10));
        driver.answer("_1", OK);
        driver.receiver = send -> new Answer.Whole(SILENT);
        driver.answerAll(SILENT);
        driver.pass(Duration.ofMinutes(10));
        assertThat(driver.dispatcher.status().outage()).isNotNull();

        driver.receiver = send -> Answer.DELIVERED;
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.done()).containsExactlyInAnyOrder("a1", "b1", "c1", "_1");
        assertThat(driver.recorded.lines).noneMatch(line -> line.startsWith("retried"));
    }

    @Test
    void anAnswerToWhatWasSentBeforeASilenceProvesNothing() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1", "_2", "_3");

        driver.pass(Duration.ofMillis(10));
        driver.answer("_2", OK);
        driver.answer("_1", SILENT);
        driver.pass(Duration.ofSeconds(2));
        driver.answer("_3", OK);
        driver.answer("_1", SILENT);

        assertThat(driver.attempts("_1")).isZero();
    }

    @Test
    void aSecondSilenceCountsIfOthersSucceededSinceTheFirst() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox("_1", "_2");

        driver.answer("_1", SILENT);
        driver.pass(Duration.ofMillis(500));
        driver.answer("_2", OK);
        assertThat(driver.attempts("_1")).isZero();

        driver.answer("_1", SILENT);
        assertThat(driver.attempts("_1")).isEqualTo(1);
        assertThat(driver.dispatcher.status().outage()).isNull();
    }

    @Test
    void aMessageThatTheDestinationChokesOnEndsDeadLetteredAmongOthers() {
        var driver = DispatcherSettingsFixture.block().batch(1).maxRetries(2).outbox("a1", "a2", "b1", "c1", "_1");
        driver.receiver =
                send -> DispatcherDriver.ids(send).contains("a1") ? new Answer.Whole(SILENT) : Answer.DELIVERED;
        driver.answerAll(SILENT);
        for (int i = 2; i < 200; i++) {
            driver.insert("d" + i);
            driver.pass(Duration.ofSeconds(2));
        }

        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.pending()).isEmpty();
    }
}

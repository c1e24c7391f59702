package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.BAD;
import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.LATER;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static dev.signalbox.core.delivery.OutcomeFixtures.UNTRIED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a group's messages wait for. */
class DispatcherOrderTest {
    @Test
    void sendsTheNextBatchOfALaneOnlyAfterTheFirstHasBeenRecorded() {
        var driver = DispatcherSettingsFixture.block().batch(2).outbox("a1", "a2", "a3", "b1");
        driver.holdsSettlements = true;

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "a2"), List.of("b1"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("b1"));

        driver.settle();
        assertThat(driver.inFlightIds()).containsExactly(List.of("b1"), List.of("a3"));
    }

    @Test
    void keepsTheLaneWaitingWhileItsSettlementCannotBeWritten() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.settleFails = true;

        driver.answer(OK);
        driver.pass(Duration.ofSeconds(30));
        assertThat(driver.batches).containsExactly(List.of("a1"));

        driver.settleFails = false;
        driver.pass(Duration.ofSeconds(2));
        assertThat(driver.batches).containsExactly(List.of("a1"), List.of("a2"));
    }

    @Test
    void aLockedRowKeepsOnlyItsOwnLaneWaiting() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2", "b1", "b2");
        driver.outbox.locked.add("a1");

        driver.answer("a1", OK);
        driver.answer("b1", OK);
        driver.answer("b2", OK);
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.done()).containsExactlyInAnyOrder("b1", "b2");
        assertThat(driver.inFlightIds()).isEmpty();

        driver.outbox.locked.clear();
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
    }

    @Test
    void lastOfUngroupedMessagesDoesNotWaitForTheFirst() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1", "_2", "_3");

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2"), List.of("_3"));
        driver.answer("_3", OK);
        assertThat(driver.done()).containsExactly("_3");
    }

    @Test
    void aFailureBlocksItsGroupUntilItsNextAttemptAndNoOther() {
        var driver = DispatcherSettingsFixture.block().batch(2).outbox("a1", "a2", "a3", "b1");

        driver.answer("a1", ERROR);
        driver.answer("b1", OK);
        driver.pass(Duration.ofMillis(999));
        assertThat(driver.inFlightIds()).isEmpty();
        assertThat(driver.pending()).containsExactly("a1", "a2", "a3");

        driver.pass(Duration.ofMillis(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        driver.answerAll(OK);
        assertThat(driver.done()).containsExactly("a1", "a2", "a3", "b1");
    }

    @Test
    void aHeadThatFailedSharesItsNextRequestWithOtherGroupsOnly() {
        var driver = DispatcherSettingsFixture.block().batch(4).outbox("a1", "a2", "a3", "b1");

        driver.answerEach(ERROR, UNTRIED, UNTRIED, ERROR);
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "b1"));

        driver.answerAll(OK);
        assertThat(driver.batches.getLast()).as("those behind it did not fail").containsExactly("a2", "a3");
    }

    @Test
    void aHeadThatFailsWithoutBeingCountedGoesWithoutItsGroupNextTime() {
        var driver = DispatcherSettingsFixture.block().batch(4).outbox("a1", "a2", "a3");

        driver.answerEach(LATER, LATER, LATER);
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        assertThat(driver.attempts("a1")).isZero();

        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2", "a3"));
    }

    @Test
    void aHeadWithoutAnAnswerGoesWithoutItsGroupNextTime() {
        var driver = DispatcherSettingsFixture.block().batch(4).outbox("b1", "a1", "a2");

        driver.answer(SILENT);
        driver.pass(Duration.ofMillis(500));
        assertThat(driver.inFlightIds()).as("the probe").containsExactly(List.of("b1"));
        driver.answer("b1", OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));

        driver.answerAll(OK);
        assertThat(driver.done()).containsExactly("b1", "a1", "a2");
    }

    @Test
    void aHeadThatWasNotAnsweredWhileOthersWereGoesWithoutItsGroupNextTime() {
        var driver = DispatcherSettingsFixture.block().batch(2).outbox("a1", "a2", "b1");

        driver.pass(Duration.ofMillis(1));
        driver.answer("b1", OK);
        driver.answer("a1", SILENT);
        driver.pass(Duration.ofSeconds(1));

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
    }

    @Test
    void skipLetsTheRestOfTheGroupGoOnAtOnce() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.SKIP).batch(1).outbox("a1", "a2");

        driver.answer("a1", ERROR);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
        driver.answer(OK);
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
    }

    @Test
    void skipKeepsTheOrderIfAMessageWasNotSent() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.SKIP).batch(1).outbox("a1", "a2", "b1");

        driver.notSent("a1");
        driver.answer("b1", OK);
        driver.pass(Duration.ofMillis(999));
        assertThat(driver.inFlightIds()).isEmpty();
        driver.pass(Duration.ofMillis(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
    }

    @Test
    void skipKeepsTheOrderIfAMessageIsPostponed() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.SKIP).batch(1).outbox("a1", "a2", "b1");

        driver.answer("a1", LATER);
        driver.answer("b1", OK);
        driver.pass(Duration.ofSeconds(4));
        assertThat(driver.inFlightIds()).isEmpty();
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
    }

    @Test
    void skipKeepsTheOrderIfASuspectWasNotAttempted() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.SKIP).batch(1).outbox();
        driver.outbox.insert("a1").suspicion(Suspicion.suspect(1, 0));
        driver.insert("a2");

        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        driver.answer("a1", UNTRIED);
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        driver.answer(OK);
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
    }

    @Test
    void skipGoesOnWithoutAMessageThatHasNoAnswerWhileOthersHave() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.SKIP).batch(1).outbox("a1", "a2", "b1");

        driver.pass(Duration.ofMillis(1));
        driver.answer("b1", OK);
        driver.answer("a1", SILENT);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
    }

    @Test
    void withoutOrderingAGroupMeansNothing() {
        var driver = DispatcherSettingsFixture.ordering(Ordering.NONE).batch(1).outbox("a1", "a2");

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"), List.of("a2"));
        driver.answer("a1", ERROR);
        driver.answer("a2", OK);
        assertThat(driver.done()).containsExactly("a2");
    }

    @Test
    void aDeadLetteredMessageLetsItsGroupGoOn() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");

        driver.answer("a1", BAD);
        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
    }

    @Test
    void nothingGoesTogetherWithItsPredecessorWhereADeadLetterHoldsTheGroup() {
        var driver = DispatcherSettingsFixture.block().holdExhausted().batch(4).outbox("a1", "a2", "b1");

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "b1"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a2"));
    }

    @Test
    void aDeadLetteredMessageHoldsItsGroupWhereThatIsAskedFor() {
        var driver = DispatcherSettingsFixture.block().holdExhausted().batch(1).outbox("a1", "a2", "a3", "b1");

        driver.answer("a1", BAD);
        driver.answer("b1", OK);
        driver.pass(Duration.ofMinutes(10));

        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.pending()).containsExactly("a2", "a3");
        assertThat(driver.batches).containsExactly(List.of("a1"), List.of("b1"));
    }

    @Test
    void acceptedItemsOfABatchSettleWhileTheSuccessorsOfAFailedOneWait() {
        var driver = DispatcherSettingsFixture.block().batch(4).outbox("a1", "a2", "b1", "a3");
        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "a2", "a3", "b1"));

        driver.answerEach(OK, ERROR, DOWN, OK);

        assertThat(driver.done()).containsExactly("a1", "b1");
        assertThat(driver.pending()).containsExactly("a2", "a3");
        assertThat(driver.attempts("a2")).isEqualTo(1);
        assertThat(driver.attempts("a3")).isZero();
    }

    @Test
    void aClaimThatBelongsToAnotherOwnerReleasesTheRestOfItsLane() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.outbox.row("a1").state = MiniOutbox.State.DONE;

        driver.answer("a1", OK);
        driver.answerAll(OK);

        assertThat(driver.recorded.lines).contains("lost 1", "released a2");
        assertThat(driver.done()).containsExactly("a1", "a2");
    }

    @Test
    void aHopelessPayloadIsDeadLetteredInItsTurnAndNeverSent() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.checksBytes = false;
        driver.insert("a1");
        driver.outbox.insert("a2").leftBehind(50_000_000);
        driver.insert("a3");
        driver.dispatcher.wake();
        driver.run();

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"));
        assertThat(driver.failed()).isEmpty();
        driver.receiver = send -> Answer.DELIVERED;
        driver.answer(OK);
        driver.pass(Duration.ofSeconds(2));
        assertThat(driver.failed()).containsExactly("a2");
        assertThat(driver.batches).containsExactly(List.of("a1"), List.of("a3"));
    }

    @Test
    void whatCameWhileItsGroupWasHeldFollowsWithoutAPoll() {
        var driver =
                DispatcherSettingsFixture.block().pollEvery(Duration.ofHours(1)).outbox("a1");
        driver.insert("a2");
        driver.dispatcher.wake();
        driver.run();
        assertThat(driver.batches).as("its group is in flight").hasSize(1);

        driver.answer("a1", OK);

        assertThat(driver.batches).hasSize(2);
    }

    @Test
    void whatAFetchBringsAfterItsGroupHasGivenWayGoesBack() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.outbox.handsOutMore = true;
        driver.insert("a3");
        driver.holdsFetches = true;
        driver.pass(Duration.ofSeconds(1));
        Command.Fetch late = Objects.requireNonNull(driver.heldFetch);
        ClaimResult claimResult = driver.outbox.claim(late.request());
        assertThat(claimResult.messages()).extracting(Message::id).containsExactly("a3");

        // All is recorded and the wait over before the result of that fetch arrives
        driver.answer("a1", ERROR);
        driver.pass(Duration.ofSeconds(5));
        driver.holdsFetches = false;
        driver.dispatcher.fetched(late, claimResult, driver.now());
        driver.run();

        driver.answerAll(OK);
        driver.pass(Duration.ofSeconds(5));
        driver.answerAll(OK);
        assertThat(driver.batches).containsExactly(List.of("a1"), List.of("a1"), List.of("a2"), List.of("a3"));
    }

    @Test
    void nothingMoreOfAGroupIsFetchedUntilItIsRecordedThatItGaveWay() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("a1", "a2");
        driver.outbox.handsOutMore = true;
        driver.holdsSettlements = true;
        driver.answer("a1", ERROR);
        driver.insert("a3", "b1");
        driver.pass(Duration.ofSeconds(5));
        assertThat(driver.inFlightIds()).containsExactly(List.of("b1"));
        assertThat(driver.pending()).containsExactly("a3");

        driver.holdsSettlements = false;
        driver.settle();
        driver.answerAll(OK);
        assertThat(driver.batches)
                .containsExactly(List.of("a1"), List.of("b1"), List.of("a1"), List.of("a2"), List.of("a3"));
    }
}

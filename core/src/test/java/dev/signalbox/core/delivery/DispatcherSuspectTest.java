package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.BAD;
import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.ERROR;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Messages that may have crashed the process that sent them. */
class DispatcherSuspectTest {
    private static DispatcherDriver fetched(DispatcherDriver driver) {
        driver.dispatcher.wake();
        driver.run();
        return driver;
    }

    private static void suspects(DispatcherDriver driver, int together, String... ids) {
        for (String id : ids) {
            driver.outbox.insert(id).suspicion(Suspicion.suspect(together, 0));
        }
    }

    @Test
    void aMarkedMessageIsSentInAnOrdinaryBatchAndRecordedBefore() {
        var driver = DispatcherSettingsFixture.block().batch(2).outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        driver.insert("_2", "_3");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1", "_2"), List.of("_3"));
        assertThat(driver.sendOf("_1").announced()).isTrue();
        assertThat(driver.sendOf("_3").announced()).isFalse();
    }

    @Test
    void theOnlyMarkedMessageOfTheProcessIsSentAloneUntilThatIsRecorded() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        fetched(driver);
        assertThat(driver.sendOf("_1").alone()).isTrue();

        driver.insert("_2");
        fetched(driver);
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
        driver.holdsSettlements = true;
        driver.answer(OK);
        assertThat(driver.inFlightIds()).as("it is still recorded as alone").isEmpty();
        driver.settle();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_2"));
        assertThat(driver.sendOf("_2").alone()).isFalse();
    }

    @Test
    void aSuspectThatWasClearedIsFetchedAgainBeforeItsSettlementIsAnswered() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox();
        suspects(driver, 4, "_1");
        fetched(driver);
        driver.holdsSettlements = true;
        driver.answer(ERROR);
        Command.Settle settle = Objects.requireNonNull(driver.heldSettle);
        SettleResult recorded = driver.outbox.settle(settle.settlements());
        driver.outbox.row("_1").suspicion(Suspicion.NONE);

        driver.pass(Duration.ofMinutes(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
        driver.holdsSettlements = false;
        driver.dispatcher.settled(settle, recorded, driver.now());
        driver.answer(OK);
        assertThat(driver.done()).containsExactly("_1");
    }

    @Test
    void aMarkedMessageIsNotAloneIfOthersOfItsRelayCanBeInFlight() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        driver.outbox.insert("_2").suspicion(Suspicion.MARKED);
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2"));
        assertThat(driver.sendOf("_1").alone())
                .as("another one waits to be sent")
                .isFalse();
        assertThat(driver.sendOf("_2").alone()).as("another one is in flight").isFalse();
    }

    @Test
    void amongManyMarkedMessagesEachIsAloneIfOnlyOneRequestIsAllowed() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(1).outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        driver.outbox.insert("_2").suspicion(Suspicion.MARKED);
        fetched(driver);

        assertThat(driver.sendOf("_1").alone()).isTrue();
        driver.answer(OK);
        assertThat(driver.sendOf("_2").alone()).isTrue();
    }

    @Test
    void aMarkedMessageIsNotAloneWhileAnotherRelaySends() {
        var process = new ProcessRequests();
        assertThat(new SharedPermits(1, process).share(() -> {}).tryAcquire()).isTrue();
        var driver = DispatcherSettingsFixture.block()
                .permits(new SharedPermits(1, process).share(() -> {}))
                .outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        fetched(driver);

        assertThat(driver.sendOf("_1").alone()).isFalse();
    }

    @Test
    void anotherRelayMaySendOnceItIsRecordedThatTheMessageIsNotAlone() {
        var process = new ProcessRequests();
        Permits neighbour = new SharedPermits(9, process).share(() -> {});
        var driver = DispatcherSettingsFixture.block()
                .batch(1)
                .permits(new SharedPermits(9, process).share(() -> {}))
                .outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        fetched(driver);
        driver.insert("_2");
        fetched(driver);
        assertThat(neighbour.tryAcquire()).isFalse();

        driver.run();
        assertThat(driver.endsOfBeingAlone)
                .as("it is not recorded as alone yet")
                .isEmpty();
        driver.dispatcher.marked(driver.sendOf("_1"));
        driver.run();
        driver.run();
        assertThat(driver.endsOfBeingAlone).hasSize(1);
        assertThat(neighbour.tryAcquire()).isFalse();

        driver.dispatcher.aloneEnded(driver.endsOfBeingAlone.getFirst());
        assertThat(neighbour.tryAcquire()).isTrue();
        driver.run();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2"));
    }

    @Test
    void othersOfTheRelayNeedNotWaitForASlowAnswer() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        fetched(driver);
        driver.dispatcher.marked(driver.sendOf("_1"));
        driver.insert("_2");
        fetched(driver);
        assertThat(driver.endsOfBeingAlone).isEmpty();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));

        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.endsOfBeingAlone).hasSize(1);
        driver.dispatcher.aloneEnded(driver.endsOfBeingAlone.getFirst());
        driver.run();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"), List.of("_2"));
    }

    @Test
    void theEndOfBeingAloneOfAnEarlierSendIsIgnored() {
        var process = new ProcessRequests();
        Permits neighbour = new SharedPermits(9, process).share(() -> {});
        var driver = DispatcherSettingsFixture.block()
                .permits(new SharedPermits(9, process).share(() -> {}))
                .outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        fetched(driver);
        driver.dispatcher.marked(driver.sendOf("_1"));
        assertThat(neighbour.tryAcquire()).isFalse();
        driver.run();
        Command.EndAlone earlier = driver.endsOfBeingAlone.getFirst();
        neighbour.wantNoMore();
        driver.answer(DOWN);
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.sendOf("_1").alone()).isTrue();

        driver.dispatcher.aloneEnded(earlier);
        assertThat(neighbour.tryAcquire()).isFalse();
    }

    @Test
    void anotherRelayMaySendOnceTheVerdictIsRecordedOrTheRelayIsLost() {
        var process = new ProcessRequests();
        Permits neighbour = new SharedPermits(9, process).share(() -> {});
        var driver = DispatcherSettingsFixture.block()
                .permits(new SharedPermits(9, process).share(() -> {}))
                .outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.MARKED);
        fetched(driver);
        assertThat(neighbour.tryAcquire()).isFalse();
        driver.answer(OK);
        assertThat(neighbour.tryAcquire()).isTrue();
        neighbour.release();

        driver.outbox.insert("_2").suspicion(Suspicion.MARKED);
        fetched(driver);
        assertThat(neighbour.tryAcquire()).isFalse();
        driver.dispatcher.lost();
        assertThat(neighbour.tryAcquire()).isTrue();
    }

    @Test
    void onlyHalfOfTheSuspectsAreInFlightWhileOthersGoOn() {
        var driver = DispatcherSettingsFixture.block().batch(2).requests(10).outbox();
        suspects(driver, 3, "a1", "b1", "c1", "d1", "e1", "f1");
        driver.insert("_1");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "b1"), List.of("c1"), List.of("_1"));
        driver.holdsSettlements = true;
        driver.answer("a1", OK);
        assertThat(driver.inFlightIds())
                .as("they are still recorded as in flight")
                .containsExactly(List.of("c1"), List.of("_1"));
        driver.settle();
        assertThat(driver.inFlightIds()).containsExactly(List.of("c1"), List.of("_1"), List.of("d1", "e1"));
    }

    @Test
    void suspectsOfAGroupKeepTheirOrder() {
        var driver = DispatcherSettingsFixture.block().batch(4).outbox();
        suspects(driver, 2, "a1", "a2", "a3");
        driver.insert("a4");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1", "a2"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a3"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("a4"));
    }

    @Test
    void suspectsThatAreRejectedTogetherAreSentAgainInSmallerBatches() {
        var driver = DispatcherSettingsFixture.block().batch(4).outbox();
        suspects(driver, 4, "a1", "b1", "c1", "d1", "e1");
        fetched(driver);

        driver.answer(BAD);
        assertThat(driver.inFlightIds())
                .hasSize(2)
                .allSatisfy(batch -> assertThat(batch).hasSize(2).doesNotContain("e1"));
        driver.answer("a1", OK);
        driver.answer("c1", OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("e1"));
    }

    @Test
    void aSuspectThatMustBeAloneWaitsForTheOtherSuspects() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(10).outbox();
        suspects(driver, 2, "a1", "b1");
        suspects(driver, 1, "c1");
        driver.insert("_1");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("a1"), List.of("b1"));
        driver.answer("a1", OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("b1"));
        driver.answer("b1", OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("c1"));
        driver.answer("c1", OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void whatWasInFlightAtADeathIsSentWithNothingElseInFlightUntilThatIsRecorded() {
        var driver = DispatcherSettingsFixture.block().batch(1).outbox("_1");
        driver.outbox.insert("_2").suspicion(Suspicion.suspect(1, 1));
        driver.insert("_3");
        fetched(driver);

        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
        driver.answer(OK);
        assertThat(driver.inFlightIds()).containsExactly(List.of("_2"));
        driver.holdsSettlements = true;
        driver.answer(OK);
        assertThat(driver.inFlightIds()).isEmpty();
        driver.settle();
        assertThat(driver.inFlightIds()).containsExactly(List.of("_3"));
    }

    @Test
    void aSuspectGoesBackAtOnceWhenTheDestinationIsDown() {
        var driver = DispatcherSettingsFixture.block().outbox();
        driver.outbox.insert("_1").suspicion(Suspicion.suspect(1, 0));
        fetched(driver);

        driver.answer(DOWN);
        assertThat(driver.pending()).containsExactly("_1");
        assertThat(driver.attempts("_1")).isZero();
        driver.pass(Duration.ofSeconds(1));
        assertThat(driver.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void anExclusiveProbeWaitsForWhatIsInFlightWithoutSpinning() {
        var driver = DispatcherSettingsFixture.block().batch(1).requests(2).outbox("_1", "_2");
        driver.outbox.insert("_3").suspicion(Suspicion.suspect(1, 0));
        fetched(driver);
        driver.answer("_1", DOWN);
        driver.pass(Duration.ofSeconds(30));

        assertThat(driver.inFlightIds()).contains(List.of("_2"));
        assertThat(driver.inFlightIds()).doesNotContain(List.of("_3"));
    }

    @Test
    void aMessageThatEndedTooManyProcessesIsDeadLetteredUnsent() {
        var driver = DispatcherSettingsFixture.block().maxRetries(2).outbox();
        driver.outbox.insert("a1").suspicion(Suspicion.suspect(1, 3));
        driver.outbox.insert("b1").suspicion(Suspicion.suspect(1, 2));
        driver.insert("a2");
        fetched(driver);
        driver.answerAll(OK);

        assertThat(driver.failed()).containsExactly("a1");
        assertThat(driver.done()).containsExactly("b1", "a2");
        assertThat(driver.batches).noneMatch(batch -> batch.contains("a1"));
    }
}

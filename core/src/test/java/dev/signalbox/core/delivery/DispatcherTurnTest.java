package dev.signalbox.core.delivery;

import static dev.signalbox.core.delivery.OutcomeFixtures.DOWN;
import static dev.signalbox.core.delivery.OutcomeFixtures.OK;
import static dev.signalbox.core.delivery.OutcomeFixtures.SILENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Relays of one process, each with suspects. */
class DispatcherTurnTest {
    private final ProcessRequests turn = new ProcessRequests();
    private final DispatcherDriver first = relay();
    private final DispatcherDriver second = relay();
    private int secondWoken;

    /** Each has a destination of its own. */
    private DispatcherDriver relay() {
        var permits = new SharedPermits(10, turn).share(() -> secondWoken++);
        return DispatcherSettingsFixture.block().batch(1).permits(permits).outbox();
    }

    private static void suspect(DispatcherDriver relay, String... ids) {
        for (String id : ids) {
            relay.outbox.insert(id).suspicion(Suspicion.suspect(1, 0));
        }
        fetch(relay);
    }

    private static void fetch(DispatcherDriver relay) {
        relay.dispatcher.wake();
        relay.run();
    }

    private void bothHaveASuspect() {
        suspect(first, "_1");
        suspect(second, "_1");
        assertThat(first.inFlightIds()).containsExactly(List.of("_1"));
        assertThat(second.inFlightIds()).as("the other relay has the turn").isEmpty();
    }

    private void secondGoes() {
        assertThat(secondWoken).as("the one that waits is woken").isEqualTo(1);
        second.run();
        assertThat(second.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void theSecondGoesWhenTheVerdictOnTheFirstIsRecordedAndNotBefore() {
        bothHaveASuspect();
        first.holdsSettlements = true;
        first.answer(OK);
        second.run();
        assertThat(second.inFlightIds())
                .as("the first is still recorded as in flight")
                .isEmpty();

        first.settle();
        secondGoes();
    }

    @Test
    void aLockedRowKeepsTheTurn() {
        bothHaveASuspect();
        first.outbox.locked.add("_1");
        first.answer(OK);
        first.pass(Duration.ofSeconds(5));
        assertThat(secondWoken).isZero();

        first.outbox.locked.clear();
        first.pass(Duration.ofSeconds(1));
        secondGoes();
    }

    @Test
    void theSecondGoesWhenTheFirstWasNotSentAfterAll() {
        bothHaveASuspect();
        first.notSent("_1");
        secondGoes();
    }

    @Test
    void theSecondGoesWhenTheClaimOfTheFirstIsLost() {
        bothHaveASuspect();
        first.outbox.row("_1").state = MiniOutbox.State.PENDING;
        first.holdsFetches = true;
        first.answer(OK);
        secondGoes();
    }

    @Test
    void theSecondGoesWhenTheFirstRelayIsLost() {
        bothHaveASuspect();
        first.dispatcher.lost();
        secondGoes();
    }

    @Test
    void aRelayThatStopsKeepsTheTurnUntilItHasRecordedWhatIsInFlight() {
        bothHaveASuspect();
        first.dispatcher.stop(first.now());
        first.run();
        assertThat(secondWoken).isZero();

        first.answer(OK);
        secondGoes();
    }

    @Test
    void silenceKeepsTheTurnUntilItsTimeIsOverAndOnlyOtherSuspectsWait() {
        bothHaveASuspect();
        second.outbox.insert("_2").suspicion(Suspicion.MARKED);
        second.insert("_3", "a1");
        fetch(second);
        assertThat(second.inFlightIds()).containsExactly(List.of("_2"), List.of("_3"), List.of("a1"));
        second.answerAll(OK);
        second.pass(Duration.ofSeconds(30));
        assertThat(second.done()).containsExactly("_2", "_3", "a1");
        assertThat(second.inFlightIds()).isEmpty();

        first.answer(SILENT);
        secondGoes();
    }

    @Test
    void theTurnThatWasWaitedForIsKeptWhileOthersOfTheRelayAreInFlight() {
        bothHaveASuspect();
        second.insert("_2", "_3");
        fetch(second);
        first.answer(OK);
        second.insert("_4");
        fetch(second);
        assertThat(second.inFlightIds()).as("nothing more goes").containsExactly(List.of("_2"), List.of("_3"));

        second.answer(OK);
        suspect(first, "_5");
        second.answer(OK);
        assertThat(second.inFlightIds()).containsExactly(List.of("_1"));
        assertThat(first.inFlightIds()).isEmpty();
    }

    @Test
    void whoWaitsIsNextAlthoughTheOtherHasMore() {
        suspect(first, "_1", "_2");
        suspect(second, "_1", "_2");
        first.answer(OK);
        assertThat(first.inFlightIds()).isEmpty();
        secondGoes();
        second.answer(OK);
        first.run();
        assertThat(first.inFlightIds()).containsExactly(List.of("_2"));
        assertThat(second.inFlightIds()).isEmpty();
    }

    @Test
    void aTurnThatCannotBeUsedGoesToTheOther() {
        bothHaveASuspect();
        var third = relay();
        suspect(third, "_1");
        second.dispatcher.pause(true, second.now());
        first.answer(OK);
        second.run();
        third.run();
        assertThat(third.inFlightIds()).containsExactly(List.of("_1"));

        second.dispatcher.pause(false, second.now());
        second.run();
        assertThat(second.inFlightIds()).isEmpty();
        third.dispatcher.lost();
        second.run();
        assertThat(second.inFlightIds()).containsExactly(List.of("_1"));
    }

    @Test
    void whatHasATurnAndNoDestinationGivesItToTheOther() {
        bothHaveASuspect();
        second.insert("_2");
        fetch(second);
        first.answer(OK);
        second.run();
        suspect(first, "_2");
        assertThat(first.inFlightIds()).as("the second has the turn").isEmpty();

        second.answer("_2", DOWN);
        first.run();
        assertThat(first.inFlightIds()).containsExactly(List.of("_2"));
    }

    @Test
    void aDestinationIsProbedWithSomethingElseThanWhatWaitsForItsTurn() {
        suspect(first, "_1");
        second.insert("_1");
        fetch(second);
        second.receiver = send -> new Answer.Whole(DOWN);
        second.answer(DOWN);
        second.pass(Duration.ofSeconds(3));
        assertThat(second.pending()).as("released in the outage").containsExactly("_1");
        second.outbox.row("_1").state = MiniOutbox.State.DONE;
        second.receiver = null;
        second.outbox.insert("_2").suspicion(Suspicion.suspect(1, 0));
        second.outbox.insert("_3").suspicion(Suspicion.suspect(1, 0));
        second.insert("_4");
        second.pass(Duration.ofSeconds(10));

        assertThat(second.batches).contains(List.of("_4"));
        int fetches = second.fetches;
        second.pass(Duration.ofMinutes(1));
        assertThat(second.fetches - fetches).as("without spinning").isLessThan(100);
        second.answer("_4", OK);
        second.insert("_5");
        fetch(second);
        assertThat(second.inFlightIds()).containsExactly(List.of("_5"));
    }
}

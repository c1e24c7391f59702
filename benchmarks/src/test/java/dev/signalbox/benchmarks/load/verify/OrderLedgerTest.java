package dev.signalbox.benchmarks.load.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.load.traffic.Answer;
import dev.signalbox.benchmarks.load.traffic.OrderBook;
import dev.signalbox.benchmarks.load.traffic.Step;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderLedgerTest {
    private static final Answer ACCEPTED = new Answer.Accepted("200", 7);
    private static final Answer REFUSED = new Answer.Refused("409");
    private static final Answer UNKNOWN = new Answer.Unknown("timeout");
    private static final long TIME = 1_800_000_000_000L;

    private final OrderBook orders = new OrderBook("load-x", 3, 100);
    private final OrderLedger ledger = new OrderLedger(3);

    /** Order 0 is completed, order 1 cancelled at once, order 2 only created. */
    @BeforeEach
    void acceptAll() {
        request(0, Step.CREATED, ACCEPTED);
        request(0, Step.PROCESSING, ACCEPTED);
        request(0, Step.COMPLETED, ACCEPTED);
        request(1, Step.CREATED, ACCEPTED);
        request(1, Step.CANCELLED, ACCEPTED);
        request(2, Step.CREATED, ACCEPTED);
    }

    @Test
    void whatArrivesOnceAndInOrderIsFaultless() {
        allBut(-1, Step.CREATED);
        assertThat(verdict().faults()).isEmpty();
        assertThat(verdict().promised()).isEqualTo(6);
        assertThat(verdict().arrived()).isEqualTo(6);
        assertThat(ledger.missing()).isZero();
    }

    @Test
    void aMissingEventIsFound() {
        allBut(0, Step.PROCESSING);
        assertThat(ledger.missing()).isOne();
        assertThat(verdict().faults())
                .containsExactly(
                        "1 events of accepted requests did not arrive", "look for the correlation ids load-x-0");
    }

    @Test
    void aSecondArrivalIsADuplicateAndNoFault() {
        allBut(-1, Step.CREATED);
        arrived(0, Step.CREATED, TIME + 9);
        arrived(0, Step.PROCESSING, TIME + 9);
        assertThat(verdict().duplicates()).isEqualTo(2);
        assertThat(verdict().arrived()).isEqualTo(6);
        assertThat(verdict().faults()).isEmpty();
    }

    @Test
    void aDuplicateDoesNotMakeUpForAMissingEvent() {
        allBut(2, Step.CREATED);
        arrived(0, Step.CREATED, TIME + 9);
        assertThat(verdict().missing()).isOne();
        assertThat(ledger.missing()).isOne();
    }

    @Test
    void changesThatAreSwappedInTheirTopicAreFound() {
        allBut(0, Step.PROCESSING);
        // With the same time of the broker: the partition says what came first
        arrived(0, Step.PROCESSING, TIME + 2);
        assertThat(verdict().overtaken()).isOne();
        assertThat(verdict().faults().getFirst()).isEqualTo("1 orders whose events overtook each other");
    }

    @Test
    void aCreationBehindItsChangeIsFoundByTheTimeOfTheBroker() {
        allBut(1, Step.CREATED);
        arrived(1, Step.CREATED, TIME + 1);
        assertThat(verdict().overtaken())
                .as("read later from its topic, but there first")
                .isZero();
        assertThat(verdict().faults()).isEmpty();
    }

    @Test
    void aCreationThatCameLaterThanItsChangeIsFound() {
        allBut(1, Step.CREATED);
        arrived(1, Step.CREATED, TIME + 100);
        assertThat(verdict().overtaken()).isOne();
        assertThat(verdict().examples()).containsExactly("load-x-1");
    }

    @Test
    void whereTheBrokerNotesNoTimesTheOrderOfTheTopicsIsNotJudged() {
        allBut(1, Step.CREATED);
        ledger.arrived(1, Step.CREATED, OptionalLong.empty());
        assertThat(verdict().overtaken()).isZero();
        assertThat(verdict().timed()).isFalse();
    }

    @Test
    void anEventOfARefusedOrUnsentRequestIsFound() {
        request(1, Step.PROCESSING, REFUSED);
        allBut(-1, Step.CREATED);
        arrived(1, Step.PROCESSING, TIME + 1);
        arrived(2, Step.CANCELLED, TIME + 3);
        assertThat(verdict().surprising()).isEqualTo(2);
    }

    @Test
    void ofARequestWithoutAnAnswerTheEventMayComeOrNot() {
        request(2, Step.PROCESSING, UNKNOWN);
        allBut(-1, Step.CREATED);
        assertThat(verdict().faults()).isEmpty();
        assertThat(verdict().uncertain()).isOne();
        arrived(2, Step.PROCESSING, TIME + 3);
        assertThat(verdict().faults()).isEmpty();
        assertThat(verdict().uncertain()).as("now it is known").isZero();
    }

    @Test
    void anEventMayComeBeforeItsAnswer() {
        OrderLedger fresh = new OrderLedger(1);
        fresh.asked(0, Step.CREATED);
        fresh.arrived(0, Step.CREATED, OptionalLong.of(TIME));
        assertThat(fresh.missing()).isZero();
        fresh.answered(0, Step.CREATED, ACCEPTED);
        assertThat(fresh.missing()).isZero();
        assertThat(Verdict.of(fresh, orders, 0).faults()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsAFault() {
        allBut(-1, Step.CREATED);
        assertThat(Verdict.of(ledger, orders, 2).faults()).containsExactly("2 records that cannot be read");
    }

    private void request(int order, Step step, Answer answer) {
        ledger.asked(order, step);
        ledger.answered(order, step, answer);
    }

    private void arrived(int order, Step step, long time) {
        ledger.arrived(order, step, OptionalLong.of(time));
    }

    private void allBut(int order, Step step) {
        arrive(0, Step.CREATED, TIME, order, step);
        arrive(0, Step.PROCESSING, TIME + 1, order, step);
        arrive(0, Step.COMPLETED, TIME + 2, order, step);
        arrive(1, Step.CREATED, TIME + 1, order, step);
        arrive(1, Step.CANCELLED, TIME + 2, order, step);
        arrive(2, Step.CREATED, TIME + 2, order, step);
    }

    private void arrive(int number, Step step, long time, int exceptOrder, Step exceptStep) {
        if (number != exceptOrder || step != exceptStep) {
            arrived(number, step, time);
        }
    }

    private Verdict verdict() {
        return Verdict.of(ledger, orders, 0);
    }
}

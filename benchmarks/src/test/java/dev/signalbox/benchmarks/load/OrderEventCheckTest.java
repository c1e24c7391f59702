package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.load.OrderRequestSender.Answer;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderEventCheckTest {
    private static final Answer.Kind ACCEPTED = Answer.Kind.ACCEPTED;
    private static final Answer.Kind REFUSED = Answer.Kind.REFUSED;
    private static final Answer.Kind UNKNOWN = Answer.Kind.UNKNOWN;
    private static final long TIME = 1_800_000_000_000L;

    private final OrderPlan orders = new OrderPlan("load-x", 3, 100);
    private final OrderEventCheck check = new OrderEventCheck(3);

    /** Order 0 is completed, order 1 cancelled at once, order 2 only created. */
    @BeforeEach
    void acceptAll() {
        request(0, OrderStep.CREATED, ACCEPTED);
        request(0, OrderStep.PROCESSING, ACCEPTED);
        request(0, OrderStep.COMPLETED, ACCEPTED);
        request(1, OrderStep.CREATED, ACCEPTED);
        request(1, OrderStep.CANCELLED, ACCEPTED);
        request(2, OrderStep.CREATED, ACCEPTED);
    }

    @Test
    void whatArrivesOnceAndInOrderIsFaultless() {
        allBut(-1, OrderStep.CREATED);
        assertThat(result().faults()).isEmpty();
        assertThat(result().totals().promised()).isEqualTo(6);
        assertThat(result().totals().arrived()).isEqualTo(6);
        assertThat(check.missing()).isZero();
    }

    @Test
    void aMissingEventIsFound() {
        allBut(0, OrderStep.PROCESSING);
        assertThat(check.missing()).isOne();
        assertThat(result().faults())
                .containsExactly(
                        "1 events of accepted requests did not arrive", "look for the correlation ids load-x-0");
    }

    @Test
    void aSecondArrivalIsADuplicateAndNoFault() {
        allBut(-1, OrderStep.CREATED);
        arrived(0, OrderStep.CREATED, TIME + 9);
        arrived(0, OrderStep.PROCESSING, TIME + 9);
        assertThat(result().totals().duplicates()).isEqualTo(2);
        assertThat(result().totals().arrived()).isEqualTo(6);
        assertThat(result().faults()).isEmpty();
    }

    @Test
    void aDuplicateDoesNotMakeUpForAMissingEvent() {
        allBut(2, OrderStep.CREATED);
        arrived(0, OrderStep.CREATED, TIME + 9);
        assertThat(result().missing()).isOne();
        assertThat(check.missing()).isOne();
    }

    @Test
    void changesThatAreSwappedInTheirTopicAreFound() {
        allBut(0, OrderStep.PROCESSING);
        // With the same broker time, the partition decides which came first
        arrived(0, OrderStep.PROCESSING, TIME + 2);
        assertThat(result().overtaken()).isOne();
        assertThat(result().faults().getFirst()).isEqualTo("1 orders whose events overtook each other");
    }

    @Test
    void aCreationBehindItsChangeIsFoundByTheTimeOfTheBroker() {
        allBut(1, OrderStep.CREATED);
        arrived(1, OrderStep.CREATED, TIME + 1);
        assertThat(result().overtaken())
                .as("read later from its topic, but there first")
                .isZero();
        assertThat(result().faults()).isEmpty();
    }

    @Test
    void aCreationThatCameLaterThanItsChangeIsFound() {
        allBut(1, OrderStep.CREATED);
        arrived(1, OrderStep.CREATED, TIME + 100);
        assertThat(result().overtaken()).isOne();
        assertThat(result().examples()).containsExactly("load-x-1");
    }

    @Test
    void whereTheBrokerNotesNoTimesTheOrderOfTheTopicsIsNotJudged() {
        allBut(1, OrderStep.CREATED);
        check.arrived(1, OrderStep.CREATED, OptionalLong.empty());
        assertThat(result().overtaken()).isZero();
        assertThat(result().timed()).isFalse();
    }

    @Test
    void anEventOfARefusedOrUnsentRequestIsFound() {
        request(1, OrderStep.PROCESSING, REFUSED);
        allBut(-1, OrderStep.CREATED);
        arrived(1, OrderStep.PROCESSING, TIME + 1);
        arrived(2, OrderStep.CANCELLED, TIME + 3);
        assertThat(result().unexpected()).isEqualTo(2);
    }

    @Test
    void ofARequestWithoutAnAnswerTheEventMayComeOrNot() {
        request(2, OrderStep.PROCESSING, UNKNOWN);
        allBut(-1, OrderStep.CREATED);
        assertThat(result().faults()).isEmpty();
        assertThat(result().uncertain()).isOne();
        arrived(2, OrderStep.PROCESSING, TIME + 3);
        assertThat(result().faults()).isEmpty();
        assertThat(result().uncertain()).as("now it is known").isZero();
    }

    @Test
    void anEventMayComeBeforeItsAnswer() {
        OrderEventCheck fresh = new OrderEventCheck(1);
        fresh.requested(0, OrderStep.CREATED);
        fresh.arrived(0, OrderStep.CREATED, OptionalLong.of(TIME));
        assertThat(fresh.missing()).isZero();
        fresh.answered(0, OrderStep.CREATED, ACCEPTED);
        assertThat(fresh.missing()).isZero();
        assertThat(fresh.result(orders).faults()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsAFault() {
        allBut(-1, OrderStep.CREATED);
        check.unreadable();
        check.unreadable();
        assertThat(result().faults()).containsExactly("2 records that cannot be read");
    }

    private void request(int order, OrderStep step, Answer.Kind answer) {
        check.requested(order, step);
        check.answered(order, step, answer);
    }

    private void arrived(int order, OrderStep step, long time) {
        check.arrived(order, step, OptionalLong.of(time));
    }

    private void allBut(int order, OrderStep step) {
        arrive(0, OrderStep.CREATED, TIME, order, step);
        arrive(0, OrderStep.PROCESSING, TIME + 1, order, step);
        arrive(0, OrderStep.COMPLETED, TIME + 2, order, step);
        arrive(1, OrderStep.CREATED, TIME + 1, order, step);
        arrive(1, OrderStep.CANCELLED, TIME + 2, order, step);
        arrive(2, OrderStep.CREATED, TIME + 2, order, step);
    }

    private void arrive(int number, OrderStep step, long time, int exceptOrder, OrderStep exceptStep) {
        if (number != exceptOrder || step != exceptStep) {
            arrived(number, step, time);
        }
    }

    private OrderEventCheck.Result result() {
        return check.result(orders);
    }
}

package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TracedOrderTest {
    private static final long TIME = 1_800_000_000_000L;

    private final TracedOrder order = new TracedOrder();

    @Test
    void eventsThatArriveOnceAndInOrderAreFaultless() {
        accept("PENDING", "PROCESSING", "COMPLETED");
        arrive("PENDING", "PROCESSING", "COMPLETED");
        assertThat(order.fault()).isEmpty();
        assertThat(order.missing()).isZero();
        assertThat(order.duplicates()).isZero();
    }

    @Test
    void aMissingEventIsFound() {
        accept("PENDING", "PROCESSING", "COMPLETED");
        arrive("PENDING", "COMPLETED");
        assertThat(order.missing()).isOne();
        assertThat(order.fault()).hasValue("accepted [PENDING, PROCESSING, COMPLETED], arrived [PENDING, COMPLETED]");
    }

    @Test
    void duplicatesAreAllowedAndDoNotMakeUpForAMissingEvent() {
        accept("PENDING", "CANCELLED");
        arrive("PENDING", "PENDING");
        assertThat(order.duplicates()).isOne();
        assertThat(order.missing()).isOne();
        arrive("CANCELLED", "PENDING");
        assertThat(order.duplicates()).isEqualTo(2);
        assertThat(order.fault()).isEmpty();
    }

    @Test
    void changesThatAreSwappedInTheirTopicAreFound() {
        accept("PENDING", "PROCESSING", "COMPLETED");
        // With the same broker time, the partition decides which came first
        arrive("PENDING", "COMPLETED", "PROCESSING");
        assertThat(order.missing()).isZero();
        assertThat(order.fault()).isPresent();
    }

    @Test
    void theBrokersTimeDecidesBetweenTheTopics() {
        accept("PENDING", "CANCELLED");
        order.arrived("CANCELLED", TIME + 2);
        order.arrived("PENDING", TIME + 2);
        assertThat(order.fault())
                .as("read later from its topic, but not there later")
                .isEmpty();

        TracedOrder late = new TracedOrder();
        late.accepted("PENDING");
        late.accepted("CANCELLED");
        late.arrived("CANCELLED", TIME);
        late.arrived("PENDING", TIME + 1);
        assertThat(late.fault()).isPresent();
    }

    @Test
    void anEventOfARefusedRequestIsFound() {
        accept("PENDING");
        arrive("PENDING", "PROCESSING");
        assertThat(order.fault()).isPresent();
    }

    @Test
    void anEventOfARequestWithoutAnAnswerMayComeOrNot() {
        accept("PENDING");
        order.uncertain("PROCESSING");
        arrive("PENDING");
        assertThat(order.fault()).isEmpty();
        arrive("PROCESSING");
        assertThat(order.fault()).isEmpty();
    }

    @Test
    void anEventMayComeBeforeItsAnswer() {
        arrive("PENDING");
        assertThat(order.missing()).isZero();
        accept("PENDING");
        assertThat(order.missing()).isZero();
        assertThat(order.fault()).isEmpty();
    }

    @Test
    void anOrderIsFoundAgainByItsCorrelationId() {
        LoadState state = LoadState.of("load-x", new LoadState.Plan(100, Duration.ZERO, Duration.ofSeconds(6)));
        assertThat(state.numberOf(state.correlationId(599))).hasValue(599);
        assertThat(List.of("load-x-600", "load-x-", "load-xy-1", "cart-7"))
                .allSatisfy(id -> assertThat(state.numberOf(id)).isEmpty());
    }

    private void accept(String... statuses) {
        List.of(statuses).forEach(order::accepted);
    }

    private void arrive(String... statuses) {
        List.of(statuses).forEach(status -> order.arrived(status, TIME));
    }
}

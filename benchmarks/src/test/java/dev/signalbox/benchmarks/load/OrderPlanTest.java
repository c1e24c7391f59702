package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderPlanTest {
    private final OrderPlan orders = new OrderPlan("load-x", 600, 60);

    @Test
    void asManyGetFurtherAsWasAskedFor() {
        assertThat(IntStream.range(0, 600).filter(number -> orders.steps(number).size() > 1))
                .hasSize(360);
        assertThat(new OrderPlan("load-x", 1, 0).steps(0)).containsExactly(OrderStep.CREATED);
    }

    @Test
    void anOrderIsFoundAgainByItsCorrelationId() {
        assertThat(orders.numberOf(orders.correlationId(599))).hasValue(599);
        assertThat(orders.numberOf("load-x-600")).isEmpty();
        assertThat(orders.numberOf("load-x-")).isEmpty();
        assertThat(orders.numberOf("load-xy-1")).isEmpty();
        assertThat(orders.numberOf("cart-7")).isEmpty();
    }
}

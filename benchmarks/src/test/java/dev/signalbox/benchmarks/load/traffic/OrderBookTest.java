package dev.signalbox.benchmarks.load.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private final OrderBook orders = new OrderBook("load-x", 600, 60);

    @Test
    void asManyGetFurtherAsWasAskedFor() {
        assertThat(IntStream.range(0, 600)
                        .filter(number -> orders.order(number).steps().size() > 1))
                .hasSize(360);
        assertThat(new OrderBook("load-x", 1, 0).order(0).steps()).containsExactly(Step.CREATED);
    }

    @Test
    void anOrderIsFoundAgainByItsCorrelationId() {
        assertThat(orders.numberOf(orders.order(599).correlationId())).hasValue(599);
        assertThat(orders.numberOf("load-x-600")).isEmpty();
        assertThat(orders.numberOf("load-x-")).isEmpty();
        assertThat(orders.numberOf("load-xy-1")).isEmpty();
        assertThat(orders.numberOf("cart-7")).isEmpty();
    }
}

package dev.signalbox.benchmarks.load.traffic;

import java.math.BigDecimal;
import java.util.List;

/**
 * An order that is to be made.
 *
 * @param steps what happens to it, its creation first
 */
public record Order(int number, String correlationId, String customer, BigDecimal amount, List<Step> steps) {
    public Order {
        steps = List.copyOf(steps);
    }
}

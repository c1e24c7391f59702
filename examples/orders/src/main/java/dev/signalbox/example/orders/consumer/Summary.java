package dev.signalbox.example.orders.consumer;

import java.math.BigDecimal;
import java.util.Map;

/**
 * What a customer has ordered.
 *
 * @param orders all of them, those that were cancelled too
 * @param amount what they add up to
 * @param byStatus the same, by how far the orders are
 */
public record Summary(String customerName, long orders, BigDecimal amount, Map<String, Part> byStatus) {
    /** Orders that are equally far. */
    public record Part(long orders, BigDecimal amount) {}
}

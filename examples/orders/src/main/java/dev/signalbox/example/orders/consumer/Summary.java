package dev.signalbox.example.orders.consumer;

import java.math.BigDecimal;
import java.util.Map;

/**
 * The sums of a customer's orders.
 *
 * @param orders the number of orders, including cancelled ones
 * @param amount their total amount
 * @param byStatus the same by status
 */
public record Summary(String customerName, long orders, BigDecimal amount, Map<String, Part> byStatus) {
    /** The sums of one status. */
    public record Part(long orders, BigDecimal amount) {}
}

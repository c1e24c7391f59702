package dev.signalbox.example.orders.consumer;

import java.math.BigDecimal;

/** The change of a customer's sums by an event. */
sealed interface SummaryChange {
    String customer();

    BigDecimal amount();

    /** A new order. */
    record Created(String customer, BigDecimal amount, String status) implements SummaryChange {}

    /** An order with a new status. */
    record Moved(String customer, BigDecimal amount, String from, String to) implements SummaryChange {}
}

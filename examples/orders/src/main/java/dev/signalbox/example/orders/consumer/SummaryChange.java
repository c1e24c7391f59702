package dev.signalbox.example.orders.consumer;

import java.math.BigDecimal;

/** What an event means for a customer's sums. */
sealed interface SummaryChange {
    String customer();

    BigDecimal amount();

    /** There is one more order. */
    record Created(String customer, BigDecimal amount, String status) implements SummaryChange {}

    /** An order counts under another status now. */
    record Moved(String customer, BigDecimal amount, String from, String to) implements SummaryChange {}
}

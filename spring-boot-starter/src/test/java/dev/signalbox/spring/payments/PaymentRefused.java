package dev.signalbox.spring.payments;

/** An event that stays in the application unless it is chosen. */
public record PaymentRefused(String orderId) {}

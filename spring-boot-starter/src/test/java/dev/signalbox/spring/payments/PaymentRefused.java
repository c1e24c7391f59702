package dev.signalbox.spring.payments;

/** An event that is not externalized by default. */
public record PaymentRefused(String orderId) {}

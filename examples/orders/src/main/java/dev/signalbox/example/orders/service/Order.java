package dev.signalbox.example.orders.service;

import java.math.BigDecimal;
import java.time.Instant;

/** The current state of an order. */
public record Order(
        long id,
        String customerName,
        String productName,
        BigDecimal amount,
        OrderStatus status,
        Instant createdAt,
        Instant updatedAt) {}

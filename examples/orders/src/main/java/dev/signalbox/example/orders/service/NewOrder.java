package dev.signalbox.example.orders.service;

import java.math.BigDecimal;

/** What a customer wants. */
public record NewOrder(String customerName, String productName, BigDecimal amount) {}

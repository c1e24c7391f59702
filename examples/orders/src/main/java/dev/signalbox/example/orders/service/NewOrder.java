package dev.signalbox.example.orders.service;

import java.math.BigDecimal;

/** A request for an order. */
public record NewOrder(String customerName, String productName, BigDecimal amount) {}

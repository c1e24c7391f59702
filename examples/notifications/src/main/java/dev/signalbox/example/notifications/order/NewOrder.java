package dev.signalbox.example.notifications.order;

import java.math.BigDecimal;

/** A request for an order. */
public record NewOrder(long restaurantId, long customerId, String dish, BigDecimal amount) {}

package dev.signalbox.example.notifications.order;

import java.math.BigDecimal;

/** What a customer wants to eat. */
public record NewOrder(long restaurantId, long customerId, String dish, BigDecimal amount) {}

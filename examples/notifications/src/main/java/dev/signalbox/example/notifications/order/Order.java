package dev.signalbox.example.notifications.order;

import dev.signalbox.example.notifications.event.Party;
import java.math.BigDecimal;

/** An order. It is also what its events tell. */
public record Order(long orderId, Party restaurant, Party customer, String dish, BigDecimal amount) {}

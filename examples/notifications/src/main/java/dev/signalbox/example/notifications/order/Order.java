package dev.signalbox.example.notifications.order;

import dev.signalbox.example.notifications.event.Party;
import java.math.BigDecimal;

/** An order, which is also the payload of its events. */
public record Order(long orderId, Party restaurant, Party customer, String dish, BigDecimal amount) {}

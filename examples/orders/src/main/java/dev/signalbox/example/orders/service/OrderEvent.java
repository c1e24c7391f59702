package dev.signalbox.example.orders.service;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * What is told of an order. The name of the class is the type of the event, and so the topic. Each event says all that a
 * reader needs, because topics have no order among each other: a change may be read before the order's beginning.
 */
public sealed interface OrderEvent {
    long orderId();

    /** Somebody has ordered something. */
    record OrderCreated(
            long orderId,
            String customerName,
            String productName,
            BigDecimal amount,
            OrderStatus status,
            Instant createdAt)
            implements OrderEvent {
        static OrderCreated of(Order order) {
            return new OrderCreated(
                    order.id(),
                    order.customerName(),
                    order.productName(),
                    order.amount(),
                    order.status(),
                    order.createdAt());
        }
    }

    /** An order has got further, or was given up. */
    record OrderStatusChanged(
            long orderId,
            String customerName,
            BigDecimal amount,
            OrderStatus oldStatus,
            OrderStatus newStatus,
            Instant changedAt)
            implements OrderEvent {
        static OrderStatusChanged of(OrderStatus before, Order order) {
            return new OrderStatusChanged(
                    order.id(), order.customerName(), order.amount(), before, order.status(), order.updatedAt());
        }
    }
}

package dev.signalbox.example.orders.service;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * An event of an order. The name of the class is the type of the event, and so the topic. Each event contains everything
 * that a consumer needs, because topics are not ordered relative to each other: a change may be read before the creation.
 */
public sealed interface OrderEvent {
    long orderId();

    record OrderCreated(
            long orderId,
            String customerName,
            String productName,
            BigDecimal amount,
            Order.Status status,
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

    record OrderStatusChanged(
            long orderId,
            String customerName,
            BigDecimal amount,
            Order.Status oldStatus,
            Order.Status newStatus,
            Instant changedAt)
            implements OrderEvent {
        static OrderStatusChanged of(Order.Status before, Order order) {
            return new OrderStatusChanged(
                    order.id(), order.customerName(), order.amount(), before, order.status(), order.updatedAt());
        }
    }
}

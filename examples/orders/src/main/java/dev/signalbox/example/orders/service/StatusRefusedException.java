package dev.signalbox.example.orders.service;

import java.util.List;

/** An order cannot change to the requested status. */
final class StatusRefusedException extends RuntimeException {
    private final OrderStatus status;

    StatusRefusedException(Order order, OrderStatus wanted) {
        super("The order " + order.id() + " is " + order.status() + " and cannot become " + wanted + ".");
        this.status = order.status();
    }

    OrderStatus status() {
        return status;
    }

    List<OrderStatus> allowed() {
        return status.next().stream().sorted().toList();
    }
}

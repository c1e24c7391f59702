package dev.signalbox.example.orders.service;

import java.util.Set;

/** The status of an order. */
public enum OrderStatus {
    PENDING,
    PROCESSING,
    COMPLETED,
    CANCELLED;

    /** The statuses that may follow; empty for a final one. */
    Set<OrderStatus> next() {
        return switch (this) {
            case PENDING -> Set.of(PROCESSING, CANCELLED);
            case PROCESSING -> Set.of(COMPLETED, CANCELLED);
            case COMPLETED, CANCELLED -> Set.of();
        };
    }
}

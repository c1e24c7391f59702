package dev.signalbox.example.orders.service;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;

public record Order(
        long id,
        String customerName,
        String productName,
        BigDecimal amount,
        Status status,
        Instant createdAt,
        Instant updatedAt) {
    public enum Status {
        PENDING,
        PROCESSING,
        COMPLETED,
        CANCELLED;

        /** The statuses that may follow; empty for a final one. */
        Set<Status> next() {
            return switch (this) {
                case PENDING -> Set.of(PROCESSING, CANCELLED);
                case PROCESSING -> Set.of(COMPLETED, CANCELLED);
                case COMPLETED, CANCELLED -> Set.of();
            };
        }
    }
}

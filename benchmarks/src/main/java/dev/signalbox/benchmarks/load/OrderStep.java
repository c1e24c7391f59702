package dev.signalbox.benchmarks.load;

import java.util.Optional;
import java.util.stream.Stream;

/** A status that an order reaches at most once. Each one publishes an event. */
enum OrderStep {
    CREATED(0, "PENDING"),
    PROCESSING(1, "PROCESSING"),
    COMPLETED(2, "COMPLETED"),
    CANCELLED(3, "CANCELLED");

    /** The topic of new orders. */
    static final String CREATED_TOPIC = "OrderCreated";
    /** The topic of all other steps. */
    static final String CHANGED_TOPIC = "OrderStatusChanged";

    static final int COUNT = values().length;

    private final int number;
    private final String status;

    OrderStep(int number, String status) {
        this.number = number;
        this.status = status;
    }

    /** The order's status after this step. */
    String status() {
        return status;
    }

    static Optional<OrderStep> ofStatus(String status) {
        return Stream.of(values()).filter(step -> step.status.equals(status)).findFirst();
    }

    /** From 0. */
    int number() {
        return number;
    }

    /** One bit for each step. */
    int bit() {
        return 1 << number;
    }

    /** The last step of a set of bits; empty if the set is empty. */
    static Optional<OrderStep> lastOf(int bits) {
        return Stream.of(values())
                .filter(step -> step.bit() == Integer.highestOneBit(bits))
                .findFirst();
    }

    /** The bits of the steps that can only follow this one. */
    int laterBits() {
        return switch (this) {
            case CREATED -> PROCESSING.bit() | COMPLETED.bit() | CANCELLED.bit();
            case PROCESSING -> COMPLETED.bit() | CANCELLED.bit();
            case COMPLETED, CANCELLED -> 0;
        };
    }
}

package dev.signalbox.benchmarks.load.traffic;

import java.util.Optional;
import java.util.stream.Stream;

/** What happens to an order, each at most once, and the event that tells of it. */
public enum Step {
    CREATED(0, "PENDING"),
    PROCESSING(1, "PROCESSING"),
    COMPLETED(2, "COMPLETED"),
    CANCELLED(3, "CANCELLED");

    public static final String CREATIONS = "OrderCreated";
    public static final String CHANGES = "OrderStatusChanged";
    public static final int COUNT = 4;

    private final int number;
    private final String status;

    Step(int number, String status) {
        this.number = number;
        this.status = status;
    }

    /** The order's status from then on. */
    public String status() {
        return status;
    }

    /** The step that leads to a status. */
    public static Optional<Step> to(String status) {
        return Stream.of(values()).filter(step -> step.status.equals(status)).findFirst();
    }

    /** One bit for each. */
    public int bit() {
        return 1 << number;
    }

    /** From 0 to {@link #COUNT}, which is beyond the last. */
    public int number() {
        return number;
    }

    /** The last one of a set of bits; empty if there are none. */
    public static Optional<Step> lastOf(int bits) {
        return Stream.of(values())
                .filter(step -> step.bit() == Integer.highestOneBit(bits))
                .findFirst();
    }

    /** The steps that can only come behind this one. */
    public int later() {
        return switch (this) {
            case CREATED -> PROCESSING.bit() | COMPLETED.bit() | CANCELLED.bit();
            case PROCESSING -> COMPLETED.bit() | CANCELLED.bit();
            case COMPLETED, CANCELLED -> 0;
        };
    }
}

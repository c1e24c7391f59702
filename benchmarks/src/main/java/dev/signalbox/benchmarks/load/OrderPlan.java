package dev.signalbox.benchmarks.load;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The orders of one run, computed from their numbers. Correlation ids identify them, even when an answer is lost.
 *
 * @param run the unique name of the run
 * @param advanced how many of a hundred orders change their status after their creation
 */
record OrderPlan(String run, int size, int advanced) {
    private static final int CUSTOMERS = 50;
    private static final int HUNDRED = 100;
    /** Coprime to a hundred, which spreads the advanced orders evenly. */
    private static final int STRIDE = 37;

    private static final int LOWEST_CENTS = 100;
    private static final int PRICES = 9_901;

    String correlationId(int number) {
        return run + "-" + number;
    }

    BigDecimal amount(int number) {
        return BigDecimal.valueOf(LOWEST_CENTS + number % PRICES, 2);
    }

    String customer(int number) {
        return run + "-customer-" + number % CUSTOMERS;
    }

    List<String> customers() {
        return IntStream.range(0, Math.min(CUSTOMERS, size))
                .mapToObj(this::customer)
                .toList();
    }

    /** The steps of an order, its creation first. */
    List<OrderStep> steps(int number) {
        if (number % HUNDRED * STRIDE % HUNDRED >= advanced) {
            return List.of(OrderStep.CREATED);
        }
        return switch (number % 6) {
            case 0 -> List.of(OrderStep.CREATED, OrderStep.CANCELLED);
            case 1 -> List.of(OrderStep.CREATED, OrderStep.PROCESSING, OrderStep.CANCELLED);
            default -> List.of(OrderStep.CREATED, OrderStep.PROCESSING, OrderStep.COMPLETED);
        };
    }

    /** The order with this correlation id; empty if it does not belong to this run. */
    OptionalInt numberOf(String correlationId) {
        if (!correlationId.startsWith(run + "-")) {
            return OptionalInt.empty();
        }
        String digits = correlationId.substring(run.length() + 1);
        if (!digits.matches("[0-9]{1,9}")) {
            return OptionalInt.empty();
        }
        int number = Integer.parseInt(digits);
        return number < size ? OptionalInt.of(number) : OptionalInt.empty();
    }
}

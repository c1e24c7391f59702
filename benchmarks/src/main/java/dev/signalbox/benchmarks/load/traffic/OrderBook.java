package dev.signalbox.benchmarks.load.traffic;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Says of each order of a run what it is. An event is known by its correlation id, also when the answer was lost. */
public final class OrderBook {
    private static final int CUSTOMERS = 50;
    private static final int HUNDRED = 100;
    /** Without a common divisor with a hundred: each share is spread evenly over a hundred orders. */
    private static final int STRIDE = 37;

    private static final int CHEAPEST = 100;
    private static final int PRICES = 9_901;

    private final String run;
    private final int size;
    private final int advanced;

    /**
     * For one run.
     *
     * @param run its name, which no other run has
     * @param advanced how many of a hundred orders get further than their creation
     */
    public OrderBook(String run, int size, int advanced) {
        this.run = run;
        this.size = size;
        this.advanced = advanced;
    }

    public int size() {
        return size;
    }

    public Order order(int number) {
        return new Order(number, run + "-" + number, customer(number % CUSTOMERS), amount(number), steps(number));
    }

    public BigDecimal amount(int number) {
        return BigDecimal.valueOf(CHEAPEST + number % PRICES, 2);
    }

    public String customerOf(int number) {
        return customer(number % CUSTOMERS);
    }

    /** All of them. */
    public List<String> customers() {
        return IntStream.range(0, Math.min(CUSTOMERS, size))
                .mapToObj(this::customer)
                .toList();
    }

    /** The order that a correlation id belongs to; empty if it is none of this run. */
    public OptionalInt numberOf(String correlationId) {
        if (!correlationId.startsWith(run + "-")) {
            return OptionalInt.empty();
        }
        try {
            int number = Integer.parseInt(correlationId.substring(run.length() + 1));
            return number >= 0 && number < size ? OptionalInt.of(number) : OptionalInt.empty();
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    private String customer(int number) {
        return run + "-customer-" + number;
    }

    private List<Step> steps(int number) {
        if (number % HUNDRED * STRIDE % HUNDRED >= advanced) {
            return List.of(Step.CREATED);
        }
        return switch (number % 6) {
            case 0 -> List.of(Step.CREATED, Step.CANCELLED);
            case 1 -> List.of(Step.CREATED, Step.PROCESSING, Step.CANCELLED);
            default -> List.of(Step.CREATED, Step.PROCESSING, Step.COMPLETED);
        };
    }
}

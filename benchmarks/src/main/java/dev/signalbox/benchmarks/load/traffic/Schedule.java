package dev.signalbox.benchmarks.load.traffic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** When each order is due. It is fixed before the first one is made: slow answers change nothing about it. */
public final class Schedule {
    /** What is kept of each order, some twenty bytes, has to fit into memory. */
    public static final int MOST_ORDERS = 10_000_000;

    private static final double NANOS = 1e9;

    private final List<Phase> phases;
    private final List<Long> firstOrders = new ArrayList<>();
    private final List<Long> begins = new ArrayList<>();
    private final int size;
    private final Duration length;

    public Schedule(List<Phase> phases) {
        this.phases = List.copyOf(phases);
        long orders = 0;
        Duration passed = Duration.ZERO;
        for (Phase phase : phases) {
            firstOrders.add(orders);
            begins.add(passed.toNanos());
            orders += phase.orders();
            passed = passed.plus(phase.duration());
        }
        if (orders > MOST_ORDERS) {
            throw new IllegalArgumentException(
                    "%,d orders are too many: at most %,d fit into memory".formatted(orders, MOST_ORDERS));
        }
        this.size = Math.toIntExact(orders);
        this.length = passed;
    }

    /** Always the same rate. */
    public static Schedule constant(double rate, Duration warmUp, Duration duration) {
        return new Schedule(
                List.of(new Phase(Phase.Kind.WARM_UP, rate, warmUp), new Phase(Phase.Kind.STEADY, rate, duration)));
    }

    /** A quarter of what the spike leaves of the time comes before it, the rest behind it. */
    public static Schedule spike(double rate, double times, Duration warmUp, Duration duration, Duration spike) {
        Duration before = duration.minus(spike).dividedBy(4);
        return new Schedule(List.of(
                new Phase(Phase.Kind.WARM_UP, rate, warmUp),
                new Phase(Phase.Kind.STEADY, rate, before),
                new Phase(Phase.Kind.SPIKE, rate * times, spike),
                new Phase(Phase.Kind.AFTER, rate, duration.minus(spike).minus(before))));
    }

    /** How many orders there are. */
    public int size() {
        return size;
    }

    public Duration length() {
        return length;
    }

    /** Nanoseconds from the beginning to the time of an order. */
    public long due(int order) {
        int phase = phaseOf(order);
        return begins.get(phase)
                + (long) ((order - firstOrders.get(phase)) / phases.get(phase).rate() * NANOS);
    }

    /** Whether the times of an order count. */
    public boolean counts(int order) {
        return phases.get(phaseOf(order)).kind() != Phase.Kind.WARM_UP;
    }

    /** What is going on so many nanoseconds after the beginning. */
    public Phase.Kind kindAt(long nanos) {
        if (nanos >= length.toNanos()) {
            return Phase.Kind.SETTLING;
        }
        int phase = phases.size() - 1;
        while (phase > 0 && begins.get(phase) > nanos) {
            phase--;
        }
        return phases.get(phase).kind();
    }

    /** When a part of it ends, from the beginning; empty parts end where they begin. */
    public Duration endOf(Phase.Kind kind) {
        Duration passed = Duration.ZERO;
        for (Phase phase : phases) {
            passed = passed.plus(phase.duration());
            if (phase.kind() == kind) {
                return passed;
            }
        }
        throw new IllegalArgumentException("there is no " + kind + " in this schedule");
    }

    /** Its parts. */
    @Override
    public String toString() {
        return phases.stream()
                .filter(phase -> !phase.duration().isZero())
                .map(phase -> String.format(
                        Locale.ROOT,
                        "%s %.1f s at %.1f/s",
                        phase.kind(),
                        phase.duration().toMillis() / 1000.0,
                        phase.rate()))
                .collect(Collectors.joining(", "));
    }

    private int phaseOf(int order) {
        int phase = phases.size() - 1;
        while (firstOrders.get(phase) > order) {
            phase--;
        }
        return phase;
    }
}

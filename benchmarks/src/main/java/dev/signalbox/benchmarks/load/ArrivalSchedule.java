package dev.signalbox.benchmarks.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** When each order is due. It is fixed before the first request (an open model): slow answers do not change it. */
final class ArrivalSchedule {
    /** About twenty bytes per order are kept in memory. */
    static final int MOST_ORDERS = 10_000_000;

    private static final double NANOS = 1e9;

    private final List<Phase> phases;
    private final List<Long> firstOrders = new ArrayList<>();
    private final List<Long> begins = new ArrayList<>();
    private final int size;
    private final Duration length;

    /** The part of a run that a moment belongs to. */
    enum PhaseKind {
        /** The JVMs compile, so latencies do not count. */
        WARM_UP("warm-up"),
        STEADY("steady"),
        SPIKE("spike"),
        /** The usual rate, after a spike. */
        AFTER("after"),
        /** No more orders: the remaining events arrive. */
        SETTLING("settling");

        private final String word;

        PhaseKind(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** A period with a constant rate of orders a second. */
    record Phase(PhaseKind kind, double rate, Duration duration) {}

    ArrivalSchedule(List<Phase> phases) {
        this.phases = List.copyOf(phases);
        long orders = 0;
        Duration passed = Duration.ZERO;
        for (Phase phase : phases) {
            firstOrders.add(orders);
            begins.add(passed.toNanos());
            orders += Math.round(phase.rate() * phase.duration().toMillis() / 1000.0);
            passed = passed.plus(phase.duration());
        }
        if (orders > MOST_ORDERS) {
            throw new IllegalArgumentException(
                    "%,d orders are too many: at most %,d fit into memory".formatted(orders, MOST_ORDERS));
        }
        this.size = Math.toIntExact(orders);
        this.length = passed;
    }

    static ArrivalSchedule constant(double rate, Duration warmUp, Duration duration) {
        return new ArrivalSchedule(
                List.of(new Phase(PhaseKind.WARM_UP, rate, warmUp), new Phase(PhaseKind.STEADY, rate, duration)));
    }

    /** A quarter of the remaining time precedes the spike, the rest follows it. */
    static ArrivalSchedule spike(double rate, double times, Duration warmUp, Duration duration, Duration spike) {
        Duration before = duration.minus(spike).dividedBy(4);
        return new ArrivalSchedule(List.of(
                new Phase(PhaseKind.WARM_UP, rate, warmUp),
                new Phase(PhaseKind.STEADY, rate, before),
                new Phase(PhaseKind.SPIKE, rate * times, spike),
                new Phase(PhaseKind.AFTER, rate, duration.minus(spike).minus(before))));
    }

    /** The number of orders. */
    int size() {
        return size;
    }

    /** Nanoseconds from the beginning until an order is due. */
    long due(int order) {
        int phase = phaseOf(order);
        return begins.get(phase)
                + (long) ((order - firstOrders.get(phase)) / phases.get(phase).rate() * NANOS);
    }

    /** Whether the latencies of an order count. */
    boolean counts(int order) {
        return phases.get(phaseOf(order)).kind() != PhaseKind.WARM_UP;
    }

    PhaseKind kindAt(long nanos) {
        if (nanos >= length.toNanos()) {
            return PhaseKind.SETTLING;
        }
        int phase = phases.size() - 1;
        while (phase > 0 && begins.get(phase) > nanos) {
            phase--;
        }
        return phases.get(phase).kind();
    }

    /** When a phase ends, counted from the beginning. */
    Duration endOf(PhaseKind kind) {
        Duration passed = Duration.ZERO;
        for (Phase phase : phases) {
            passed = passed.plus(phase.duration());
            if (phase.kind() == kind) {
                return passed;
            }
        }
        throw new IllegalArgumentException("there is no " + kind + " in this schedule");
    }

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

package dev.signalbox.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares requests with events: some bits for each order, and the broker's time of each event. Many threads report requests;
 * one thread reports events, in the order of their partitions.
 */
final class OrderEventCheck {
    private static final int REQUESTED = 0;
    private static final int ACCEPTED = OrderStep.COUNT;
    private static final int REFUSED = 2 * OrderStep.COUNT;
    private static final int SEEN = 3 * OrderStep.COUNT;
    private static final int OVERTAKEN = 1 << (4 * OrderStep.COUNT);
    private static final int STEPS = (1 << OrderStep.COUNT) - 1;
    private static final int MOST_EXAMPLES = 5;

    private final AtomicIntegerArray orders;
    /** The broker's time of each event, in milliseconds since the first; {@link OrderStep#COUNT} entries for each order. */
    private final int[] times;

    private final LongAdder accepted = new LongAdder();
    private final LongAdder acceptedSeen = new LongAdder();
    private final LongAdder seen = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private long firstTime = -1;
    private volatile boolean timed = true;

    OrderEventCheck(int size) {
        this.orders = new AtomicIntegerArray(size);
        this.times = new int[Math.multiplyExact(size, OrderStep.COUNT)];
    }

    /**
     * Counts of all orders together.
     *
     * @param promised events of accepted requests
     * @param unreadable records of this run that are not events of orders
     */
    record Totals(long promised, long arrived, long duplicates, long unreadable) {}

    /**
     * Whether the events of each accepted request arrived in order.
     *
     * @param timed whether the order between the two topics was checked, which needs the broker's time of each record
     * @param unexpected events of requests that were refused or never sent
     * @param uncertain orders with a request whose result is unknown: their events may be missing
     * @param examples correlation ids of some faulty orders
     */
    record Result(
            boolean timed,
            Totals totals,
            long missing,
            long overtaken,
            long unexpected,
            long uncertain,
            List<String> examples) {
        Result {
            examples = List.copyOf(examples);
        }

        /** Faults as text; duplicates are allowed. */
        List<String> faults() {
            List<String> faults = new ArrayList<>();
            add(faults, missing, "events of accepted requests did not arrive");
            add(faults, overtaken, "orders whose events overtook each other");
            add(faults, unexpected, "events of requests that were refused");
            add(faults, totals.unreadable(), "records that cannot be read");
            if (!examples.isEmpty()) {
                faults.add("look for the correlation ids " + String.join(", ", examples));
            }
            return faults;
        }

        private static void add(List<String> faults, long count, String what) {
            if (count > 0) {
                faults.add(count + " " + what);
            }
        }
    }

    void requested(int order, OrderStep step) {
        mark(order, step.bit() << REQUESTED);
    }

    void answered(int order, OrderStep step, OrderRequestSender.Answer.Kind answer) {
        switch (answer) {
            case ACCEPTED -> {
                accepted.increment();
                if ((mark(order, step.bit() << ACCEPTED) & step.bit() << SEEN) != 0) {
                    acceptedSeen.increment();
                }
            }
            case REFUSED -> mark(order, step.bit() << REFUSED);
            case UNKNOWN -> {
                // It stays requested: its event may arrive or not
            }
        }
    }

    /** @param time when the broker received the event, in milliseconds; empty if its topic does not record that */
    void arrived(int order, OrderStep step, OptionalLong time) {
        int before = mark(order, step.bit() << SEEN);
        if ((before & step.bit() << SEEN) != 0) {
            duplicates.increment();
            return;
        }
        seen.increment();
        if ((before & step.bit() << ACCEPTED) != 0) {
            acceptedSeen.increment();
        }
        // All changes of an order are in one partition of their topic
        if (step != OrderStep.CREATED && (before >> SEEN & step.laterBits()) != 0) {
            mark(order, OVERTAKEN);
        }
        if (time.isEmpty()) {
            timed = false;
            return;
        }
        firstTime = firstTime < 0 ? time.getAsLong() : firstTime;
        times[order * OrderStep.COUNT + step.number()] = Math.toIntExact(time.getAsLong() - firstTime);
    }

    void unreadable() {
        unreadable.increment();
    }

    /** Events of accepted requests that have not arrived yet. */
    long missing() {
        return Math.max(0, accepted.sum() - acceptedSeen.sum());
    }

    /** Distinct events that arrived. */
    long seen() {
        return seen.sum();
    }

    /** The last step that an answer or an event confirms. */
    Optional<OrderStep> lastStep(int order) {
        int state = orders.get(order);
        return OrderStep.lastOf(((state >> ACCEPTED) | (state >> SEEN)) & STEPS);
    }

    /** Examines all orders, after the last event. */
    Result result(OrderPlan plan) {
        long missing = 0;
        long overtaken = 0;
        long unexpected = 0;
        long uncertain = 0;
        List<String> examples = new ArrayList<>();
        for (int order = 0; order < orders.length(); order++) {
            int state = orders.get(order);
            int arrived = state >> SEEN & STEPS;
            int promised = state >> ACCEPTED & STEPS;
            int possible = state >> REQUESTED & STEPS & ~(state >> REFUSED);
            int lost = Integer.bitCount(promised & ~arrived);
            int surplus = Integer.bitCount(arrived & ~possible);
            int disordered = (state & OVERTAKEN) != 0 || isCreationLate(order, arrived) ? 1 : 0;
            missing += lost;
            unexpected += surplus;
            overtaken += disordered;
            uncertain += (possible & ~promised & ~arrived) != 0 ? 1 : 0;
            if (lost + surplus + disordered > 0 && examples.size() < MOST_EXAMPLES) {
                examples.add(plan.correlationId(order));
            }
        }
        Totals totals = new Totals(accepted.sum(), seen.sum(), duplicates.sum(), unreadable.sum());
        return new Result(timed, totals, missing, overtaken, unexpected, uncertain, examples);
    }

    /** Offsets do not order the two topics, but the broker's clock does: the creation must be first. */
    private boolean isCreationLate(int order, int arrived) {
        if (!timed || (arrived & OrderStep.CREATED.bit()) == 0) {
            return false;
        }
        for (OrderStep step : OrderStep.values()) {
            if ((arrived & OrderStep.CREATED.laterBits() & step.bit()) != 0
                    && time(order, step) < time(order, OrderStep.CREATED)) {
                return true;
            }
        }
        return false;
    }

    private int time(int order, OrderStep step) {
        return times[order * OrderStep.COUNT + step.number()];
    }

    /** Returns the bits before. */
    private int mark(int order, int bits) {
        return orders.getAndAccumulate(order, bits, (before, more) -> before | more);
    }
}

package dev.signalbox.benchmarks.load.verify;

import dev.signalbox.benchmarks.load.traffic.Answer;
import dev.signalbox.benchmarks.load.traffic.Journal;
import dev.signalbox.benchmarks.load.traffic.Step;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * What was asked for, what was promised, and what arrived, of each order: a few bits and the time of each of its events. The
 * requests come from many threads, the events from one, in the order of their partitions.
 */
public final class OrderLedger implements Journal {
    private static final int ASKED = 0;
    private static final int ACCEPTED = Step.COUNT;
    private static final int REFUSED = 2 * Step.COUNT;
    private static final int SEEN = 3 * Step.COUNT;
    private static final int OVERTAKEN = 1 << (4 * Step.COUNT);
    private static final int STEPS = (1 << Step.COUNT) - 1;

    private final AtomicIntegerArray orders;
    /** When the broker got each event, in milliseconds from the first; for an order {@link Step#COUNT} in a row. */
    private final int[] times;

    private final LongAdder accepted = new LongAdder();
    private final LongAdder awaitedSeen = new LongAdder();
    private final LongAdder seen = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private long firstTime = -1;
    private volatile boolean timed = true;

    public OrderLedger(int size) {
        this.orders = new AtomicIntegerArray(size);
        this.times = new int[Math.multiplyExact(size, Step.COUNT)];
    }

    @Override
    public void asked(int order, Step step) {
        mark(order, step.bit() << ASKED);
    }

    @Override
    public void answered(int order, Step step, Answer answer) {
        switch (answer) {
            case Answer.Accepted _ -> {
                accepted.increment();
                if ((mark(order, step.bit() << ACCEPTED) & step.bit() << SEEN) != 0) {
                    awaitedSeen.increment();
                }
            }
            case Answer.Refused _ -> mark(order, step.bit() << REFUSED);
            case Answer.Unknown _ -> {
                // It stays asked for: its event may come, and need not
            }
        }
    }

    /**
     * An event arrived.
     *
     * @param time when the broker got it, in milliseconds of its clock; empty if it does not say, and then nothing can be
     *     said of the order between the topics
     */
    public void arrived(int order, Step step, OptionalLong time) {
        int before = mark(order, step.bit() << SEEN);
        if ((before & step.bit() << SEEN) != 0) {
            duplicates.increment();
            return;
        }
        seen.increment();
        if ((before & step.bit() << ACCEPTED) != 0) {
            awaitedSeen.increment();
        }
        // Changes of a status have a topic of their own, and an order's are in one partition of it
        if (step != Step.CREATED && (before >> SEEN & step.later()) != 0) {
            mark(order, OVERTAKEN);
        }
        if (time.isEmpty()) {
            timed = false;
            return;
        }
        firstTime = firstTime < 0 ? time.getAsLong() : firstTime;
        times[order * Step.COUNT + step.number()] = Math.toIntExact(time.getAsLong() - firstTime);
    }

    /** Events that were promised and have not arrived. */
    public long missing() {
        return Math.max(0, accepted.sum() - awaitedSeen.sum());
    }

    /** Distinct events that arrived. */
    public long seen() {
        return seen.sum();
    }

    /** Promised events. */
    public long accepted() {
        return accepted.sum();
    }

    /** Whether the broker said of each event when it got it. */
    boolean isTimed() {
        return timed;
    }

    /** Events that arrived once more. */
    public long duplicates() {
        return duplicates.sum();
    }

    /** The last thing that is known to have happened to an order, by an answer or by an event. */
    Optional<Step> lastStep(int order) {
        int state = orders.get(order);
        return Step.lastOf(((state >> ACCEPTED) | (state >> SEEN)) & STEPS);
    }

    /** Whether nobody knows what came of a request of this order. */
    boolean isUncertain(int order) {
        int state = orders.get(order);
        return (state >> ASKED & STEPS & ~(state >> ACCEPTED) & ~(state >> REFUSED) & ~(state >> SEEN)) != 0;
    }

    /** What is to be said of an order, when nothing comes any more. */
    Faults faults(int order) {
        int state = orders.get(order);
        int arrived = state >> SEEN & STEPS;
        int promised = state >> ACCEPTED & STEPS;
        int possible = state >> ASKED & STEPS & ~(state >> REFUSED);
        boolean overtaken = (state & OVERTAKEN) != 0 || isCreationLate(order, arrived);
        return new Faults(
                Integer.bitCount(promised & ~arrived), Integer.bitCount(arrived & ~possible), overtaken ? 1 : 0);
    }

    /**
     * How many events of an order are at fault.
     *
     * @param surprising those of requests that were refused, or never sent
     */
    record Faults(int missing, int surprising, int overtaken) {}

    int size() {
        return orders.length();
    }

    /** The two topics have no order among each other, but the broker's clock has: the creation came first. */
    private boolean isCreationLate(int order, int arrived) {
        if (!timed || (arrived & Step.CREATED.bit()) == 0) {
            return false;
        }
        for (Step step : Step.values()) {
            if ((arrived & Step.CREATED.later() & step.bit()) != 0 && time(order, step) < time(order, Step.CREATED)) {
                return true;
            }
        }
        return false;
    }

    private int time(int order, Step step) {
        return times[order * Step.COUNT + step.number()];
    }

    /** Returns what was there before. */
    private int mark(int order, int bits) {
        return orders.getAndAccumulate(order, bits, (before, more) -> before | more);
    }
}

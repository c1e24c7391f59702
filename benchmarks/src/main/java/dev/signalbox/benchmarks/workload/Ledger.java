package dev.signalbox.benchmarks.workload;

import dev.signalbox.core.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** What arrived, from many threads at once: which messages, when, how often, and whether one overtook another. */
public final class Ledger {
    private final Clock clock;
    private final int messages;
    private final AtomicLongArray seen;
    /** The latest message of each group, or of all in the first place. */
    private final AtomicLongArray latest = new AtomicLongArray(Workload.GROUPS);

    private final AtomicLongArray arrivals;
    private final Tally deliveries;
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong overtaken = new AtomicLong();

    private final Order order;

    private Ledger(Clock clock, int messages, int target, Order order, boolean timed) {
        this.order = order;
        this.clock = clock;
        this.messages = messages;
        this.seen = new AtomicLongArray(messages / Long.SIZE + 1);
        this.arrivals = new AtomicLongArray(timed ? messages : 0);
        this.deliveries = new Tally(clock, target);
        for (int group = 0; group < Workload.GROUPS; group++) {
            latest.set(group, -1);
        }
    }

    /** For messages numbered from 0, of which so many are waited for. */
    public static Ledger of(Clock clock, int messages, int target) {
        return of(clock, messages, target, Order.WITHIN_GROUPS);
    }

    public static Ledger of(Clock clock, int messages, int target, Order order) {
        return new Ledger(clock, messages, target, order, false);
    }

    /** For all of the messages, with the time at which each arrived. */
    public static Ledger timed(Clock clock, int messages) {
        return new Ledger(clock, messages, messages, Order.WITHIN_GROUPS, true);
    }

    public void arrived(long number) {
        int index = Math.toIntExact(number);
        if (index >= messages) {
            throw new IllegalArgumentException("message " + number + " was never written");
        }
        long bit = 1L << (index % Long.SIZE);
        if ((seen.getAndAccumulate(index / Long.SIZE, bit, (before, mine) -> before | mine) & bit) != 0) {
            duplicates.incrementAndGet();
            return;
        }
        int line = order == Order.OF_ALL ? 0 : Workload.groupOf(number);
        if (latest.getAndAccumulate(line, number, Math::max) > number) {
            overtaken.incrementAndGet();
        }
        if (arrivals.length() > 0) {
            arrivals.set(index, clock.nanos());
        }
        deliveries.add(1);
    }

    /** Distinct messages. */
    public Tally deliveries() {
        return deliveries;
    }

    public boolean has(int number) {
        return (seen.get(number / Long.SIZE) & (1L << (number % Long.SIZE))) != 0;
    }

    /** When a message of a timed ledger arrived. */
    public long arrivedAt(int number) {
        return arrivals.get(number);
    }

    /** Promises that were broken, in words. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (duplicates.get() > 0) {
            faults.add(duplicates + " delivered twice");
        }
        if (overtaken.get() > 0) {
            faults.add(overtaken + (order == Order.OF_ALL ? " overtaken" : " overtaken in their group"));
        }
        return faults;
    }
}

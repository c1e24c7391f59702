package dev.signalbox.benchmarks.load.verify;

import dev.signalbox.benchmarks.load.traffic.OrderBook;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether each accepted order's events are there, in order.
 *
 * @param promised events of accepted requests
 * @param timed whether the order between the two topics could be checked, for which the broker has to note times
 * @param uncertain orders of which nobody knows what came of a request: their events may be missing
 * @param surprising events of requests that were refused
 * @param unreadable records of this run that are no events of orders
 * @param examples correlation ids of orders at fault, some of them
 */
public record Verdict(
        boolean timed,
        long promised,
        long arrived,
        long duplicates,
        long missing,
        long overtaken,
        long surprising,
        long unreadable,
        long uncertain,
        List<String> examples) {
    private static final int MOST_EXAMPLES = 5;

    public Verdict {
        examples = List.copyOf(examples);
    }

    /** Looks at all orders, when nothing comes any more. */
    public static Verdict of(OrderLedger ledger, OrderBook orders, long unreadable) {
        long missing = 0;
        long overtaken = 0;
        long surprising = 0;
        long uncertain = 0;
        List<String> examples = new ArrayList<>();
        for (int number = 0; number < ledger.size(); number++) {
            OrderLedger.Faults faults = ledger.faults(number);
            missing += faults.missing();
            overtaken += faults.overtaken();
            surprising += faults.surprising();
            uncertain += ledger.isUncertain(number) ? 1 : 0;
            if (faults.missing() + faults.overtaken() + faults.surprising() > 0 && examples.size() < MOST_EXAMPLES) {
                examples.add(orders.order(number).correlationId());
            }
        }
        return new Verdict(
                ledger.isTimed(),
                ledger.accepted(),
                ledger.seen(),
                ledger.duplicates(),
                missing,
                overtaken,
                surprising,
                unreadable,
                uncertain,
                examples);
    }

    /** Broken promises, in words; duplicates are none. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        add(faults, missing, "events of accepted requests did not arrive");
        add(faults, overtaken, "orders whose events overtook each other");
        add(faults, surprising, "events of requests that were refused");
        add(faults, unreadable, "records that cannot be read");
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

package dev.signalbox.demo.workload;

import java.util.BitSet;

/** Compares the messages of a table with those that arrived at their destination. */
public final class Comparison {
    private final ReceivedMessages received;
    private final BitSet committed = new BitSet();
    private long arrived;
    private long waiting;
    private long deadLettered;
    private long lost;

    public Comparison(ReceivedMessages received) {
        this.received = received;
    }

    /** Adds a row, whose state is {@code delivered}, {@code dead} or another; returns whether the message arrived. */
    public boolean add(long id, String state) {
        committed.set(Math.toIntExact(id));
        if (received.has(id)) {
            arrived++;
            return true;
        }
        switch (state) {
            case "delivered" -> lost++;
            case "dead" -> deadLettered++;
            default -> waiting++;
        }
        return false;
    }

    public BitSet committed() {
        return committed;
    }

    public long rows() {
        return committed.cardinality();
    }

    public long arrived() {
        return arrived;
    }

    public long waiting() {
        return waiting;
    }

    public long deadLettered() {
        return deadLettered;
    }

    /** Adds what is lost, was overtaken or never committed; expected messages that are not in the table are lost, too. */
    public void addTo(AuditReport report, long expected) {
        ReceivedMessages.Totals totals = received.totals();
        report.add(lost + Math.max(0, expected - rows()), totals.messages() - arrived, totals.violations());
    }

    /** How many ids are in one set and not in the other. */
    public static long countMissing(BitSet all, BitSet other) {
        BitSet missing = (BitSet) all.clone();
        missing.andNot(other);
        return missing.cardinality();
    }
}

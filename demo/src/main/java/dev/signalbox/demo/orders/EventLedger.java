package dev.signalbox.demo.orders;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What has come by in Kafka: each event by the number of its row, and in each topic the last one of each order. */
public final class EventLedger {
    private final BitSet arrived = new BitSet();
    private final Map<Lane, Integer> last = new HashMap<>();
    private long records;
    private long violations;

    /** The events of an order in a topic, which have an order; topics have none among each other. */
    private record Lane(String topic, String order) {}

    /**
     * How things stand.
     *
     * @param events each counted once
     * @param repeats records of events that had come before
     * @param violations events that came after one of the same order that is behind them
     */
    public record Totals(long events, long repeats, long violations) {}

    /**
     * Takes a record down.
     *
     * @param order whose event it is
     * @param id the number of its row, which later rows of an order exceed
     */
    synchronized void note(String topic, String order, int id) {
        records++;
        if (arrived.get(id)) {
            return;
        }
        arrived.set(id);
        if (last.merge(new Lane(topic, order), id, Math::max) > id) {
            violations++;
        }
    }

    synchronized Totals totals() {
        long events = arrived.cardinality();
        return new Totals(events, records - events, violations);
    }

    /** The numbers of the rows whose events have come. */
    synchronized BitSet arrived() {
        return (BitSet) arrived.clone();
    }
}

package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.Arrivals;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What has come by in Kafka: each event by the number of its row, and in each topic the last one of each order. */
final class EventLedger {
    private final BitSet arrived = new BitSet();
    private final Map<Lane, Integer> last = new HashMap<>();
    private long records;
    private long violations;

    /** The events of an order in a topic, which have an order; topics have none among each other. */
    private record Lane(String topic, String order) {}

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

    synchronized Arrivals totals() {
        long events = arrived.cardinality();
        return new Arrivals(events, records - events, violations);
    }

    /** The numbers of the rows whose events have come. */
    synchronized BitSet arrived() {
        return (BitSet) arrived.clone();
    }
}

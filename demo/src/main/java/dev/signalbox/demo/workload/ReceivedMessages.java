package dev.signalbox.demo.workload;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** Records which messages arrived at a destination, and whether in the order of their groups. */
public final class ReceivedMessages {
    /** More groups are not active at the same time. Without a limit, hours of orders would fill the memory. */
    private static final int MOST_GROUPS = 200_000;

    private final BitSet received = new BitSet();
    private final Map<Object, Long> latest = new LinkedHashMap<>(1024, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Long> eldest) {
            return size() > MOST_GROUPS;
        }
    };
    private long arrivals;
    private long violations;

    public enum Arrival {
        FIRST,
        /** The message arrived before. */
        DUPLICATE,
        /** A later message of its group arrived before it. */
        OVERTAKEN
    }

    /** Messages, each counted once; repeated arrivals; and messages that arrived after a later one of their group. */
    public record Totals(long messages, long duplicates, long violations) {
        public static final Totals NONE = new Totals(0, 0, 0);

        public Totals plus(Totals other) {
            return new Totals(messages + other.messages, duplicates + other.duplicates, violations + other.violations);
        }
    }

    /** Records an arrival. The id is unique in this destination, and the sequence grows with each message of the group. */
    public synchronized Arrival add(long id, Object group, long sequence) {
        arrivals++;
        int bit = Math.toIntExact(id);
        if (received.get(bit)) {
            return Arrival.DUPLICATE;
        }
        received.set(bit);
        if (latest.merge(group, sequence, Math::max) > sequence) {
            violations++;
            return Arrival.OVERTAKEN;
        }
        return Arrival.FIRST;
    }

    public synchronized boolean has(long id) {
        return received.get(Math.toIntExact(id));
    }

    public synchronized BitSet ids() {
        return (BitSet) received.clone();
    }

    public synchronized Totals totals() {
        long messages = received.cardinality();
        return new Totals(messages, arrivals - messages, violations);
    }
}

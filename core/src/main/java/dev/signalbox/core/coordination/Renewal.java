package dev.signalbox.core.coordination;

import java.time.Duration;
import java.util.Map;

/**
 * What came of a renewal.
 *
 * @param ours false if the incarnation is fenced and can never be renewed again
 * @param relays how the relays that were asked for stand, by their identity; one that is missing is not known about
 */
public record Renewal(boolean ours, Map<String, RelayState> relays) {
    public static final Renewal FENCED = new Renewal(false, Map.of());

    /** Renewed, without news. */
    public static final Renewal QUIET = new Renewal(true, Map.of());

    public Renewal {
        relays = Map.copyOf(relays);
    }

    /**
     * How a relay stands, as seen by one of the nodes that want to work on it.
     *
     * @param mine shards that are recorded as this incarnation's
     * @param free shards that are nobody's, or whose owner's lease has run out
     * @param contenders how many nodes with a lease want to work on the relay, this one included
     * @param rank this node's place among them, from 0; each has another
     * @param nextChange after so long the first of the others' leases may run out
     * @param paused whether an operator has paused the relay
     */
    public record RelayState(Shards mine, Shards free, int contenders, int rank, Duration nextChange, boolean paused) {
        public RelayState {
            if (contenders < 1 || rank < 0 || rank >= contenders) {
                throw new IllegalArgumentException("rank " + rank + " of " + contenders + " contenders");
            }
        }

        /** How many shards this node should have, so that all have as many as the others, or one more. */
        public int fairShare() {
            return Shards.COUNT / contenders + (rank < Shards.COUNT % contenders ? 1 : 0);
        }
    }
}

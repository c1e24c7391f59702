package dev.signalbox.core.coordination;

import java.time.Duration;
import java.util.Map;

/** The result of a renewal: not ours if the incarnation is fenced for good; a missing relay is unknown. */
public record Renewal(boolean ours, Map<String, RelayState> relays) {
    public static final Renewal FENCED = new Renewal(false, Map.of());

    /** Renewed, without the state of any relay. */
    public static final Renewal QUIET = new Renewal(true, Map.of());

    public Renewal {
        relays = Map.copyOf(relays);
    }

    /**
     * The state of a relay, as seen by one of the nodes that want to work on it.
     *
     * @param mine shards that this incarnation owns on record
     * @param free shards without an owner, or whose owner's lease has expired
     * @param contenders how many nodes with a lease want to work on the relay, this one included
     * @param rank this node's place among them, from 0 and unique
     * @param nextChange when the first of the other leases may expire
     */
    public record RelayState(Shards mine, Shards free, int contenders, int rank, Duration nextChange, boolean paused) {
        public RelayState {
            if (contenders < 1 || rank < 0 || rank >= contenders) {
                throw new IllegalArgumentException("rank " + rank + " of " + contenders + " contenders");
            }
        }

        /** How many shards this node should own, so that shares differ by at most one. */
        public int fairShare() {
            return Shards.COUNT / contenders + (rank < Shards.COUNT % contenders ? 1 : 0);
        }
    }
}

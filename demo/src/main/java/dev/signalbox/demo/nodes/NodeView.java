package dev.signalbox.demo.nodes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One node as it is shown.
 *
 * @param since how long it has been in this state
 * @param shares what it owns, by relay
 * @param perSecond messages that it delivers
 * @param lease what is left of its lease, negative if that is over; empty if it has none
 */
public record NodeView(
        String name, State state, Duration since, List<Share> shares, double perSecond, Optional<Duration> lease) {
    public NodeView {
        shares = List.copyOf(shares);
    }

    /** What became of it. */
    public enum State {
        STARTING,
        UP,
        /** By the demo, with SIGKILL. */
        KILLED,
        /** Nobody had asked it to. */
        ENDED,
        /** Somebody else has started it. */
        GUEST
    }

    /** Shards of a relay: those that this node owns, of all that there are. */
    public record Share(String relay, int owned, int all) {}

    /** The shards that it owns, of all relays. */
    public int owned() {
        return shares.stream().mapToInt(Share::owned).sum();
    }

    /** Whether relays are spread over nodes, instead of each belonging to one. */
    public boolean isSpread() {
        return shares.stream().anyMatch(share -> share.all() > 1);
    }
}

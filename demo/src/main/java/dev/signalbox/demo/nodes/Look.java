package dev.signalbox.demo.nodes;

import java.util.List;
import java.util.Optional;

/**
 * All nodes at one moment.
 *
 * @param retries failed attempts that were followed by another one
 * @param kills how often a node was killed
 * @param problem why a node pauses; empty if none does
 * @param failure why the demo cannot go on
 */
public record Look(List<NodeView> nodes, long retries, int kills, String problem, Optional<String> failure) {
    public Look {
        nodes = List.copyOf(nodes);
    }

    /** Whether each of them is up. */
    public boolean areUp() {
        return nodes.stream()
                .allMatch(node -> node.state() == NodeView.State.UP || node.state() == NodeView.State.GUEST);
    }
}

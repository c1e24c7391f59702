package dev.signalbox.demo.nodes;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What becomes of the shards that a killed node left.
 *
 * @param victim the killed node as it was
 * @param killedAt by the demo's clock
 * @param left the shards that it owned
 */
record HandOver(NodeView victim, long killedAt, List<Ownership.Shard> left) {
    HandOver {
        left = List.copyOf(left);
    }

    /** The nodes that own all of them now; empty while one of them has no new owner. */
    Optional<List<String>> heirs(Owners owners) {
        TreeSet<String> heirs = new TreeSet<>();
        for (Ownership.Shard shard : left) {
            Optional<String> heir = owners.ownerOf(shard.relay(), shard.number(), shard.incarnation());
            if (heir.isEmpty()) {
                return Optional.empty();
            }
            heirs.add(heir.get());
        }
        return Optional.of(List.copyOf(heirs));
    }
}

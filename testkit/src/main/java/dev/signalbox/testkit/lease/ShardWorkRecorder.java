package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.Shards;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records which node works on which shards, as the nodes themselves see it, and whether two ever did so at once. */
final class ShardWorkRecorder {
    private record OwnedShards(Shards shards, long trustedUntil) {}

    private final Map<String, OwnedShards> ownedShards = new HashMap<>();
    private final List<String> overlaps = new ArrayList<>();

    /** A node reports its shards, before it acts on them. */
    synchronized void works(String node, Shards shards, long trustedUntil) {
        ownedShards.put(node, new OwnedShards(shards, trustedUntil));
        ownedShards.forEach((other, theirs) -> {
            Shards both = theirs.shards().and(shards);
            if (!other.equals(node) && !both.isEmpty() && theirs.trustedUntil() > System.nanoTime()) {
                overlaps.add(node + " and " + other + " both work on "
                        + both.numbers().boxed().toList());
            }
        });
    }

    synchronized List<String> overlaps() {
        return List.copyOf(overlaps);
    }
}

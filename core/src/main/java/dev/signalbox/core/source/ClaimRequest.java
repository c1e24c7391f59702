package dev.signalbox.core.source;

import dev.signalbox.core.coordination.Shards;
import java.util.Set;

/**
 * How much a relay has room for, and what it does not want now.
 *
 * @param bytes the most bytes of payload in all; the first message is taken whatever its size
 * @param perGroup the most messages of one group, so that every group gets its turn
 * @param heldGroups groups whose first message waits for its next attempt
 */
public record ClaimRequest(
        Shards shards, int messages, long bytes, int perGroup, Set<String> heldGroups, Set<String> heldMessages) {
    public ClaimRequest {
        heldGroups = Set.copyOf(heldGroups);
        heldMessages = Set.copyOf(heldMessages);
    }
}

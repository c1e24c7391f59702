package dev.signalbox.core.source;

import dev.signalbox.core.source.ClaimSource.DueRetries;
import java.util.Map;
import java.util.Set;

/**
 * How much a claim may take of each outlet. It names only outlets that differ from the others, however many there are.
 *
 * @param closed outlets that are not read at all. The same instance in many requests, while it does not change
 * @param closedPools pools whose outlets are not read, because enough of their messages are in memory already
 * @param rooms what differs for outlets that are read
 * @param others the most messages of any other outlet
 */
public record OutletDemand(Set<Long> closed, Set<Long> closedPools, Map<Long, OutletRoom> rooms, int others) {
    /** Everything: the demand of a relay that has one outlet. */
    public static final OutletDemand ANY = new OutletDemand(Set.of(), Set.of(), Map.of(), Integer.MAX_VALUE);

    /** Takes ownership of the collections. (The JDK's immutable ones are slow to search for consecutive numbers.) */
    public OutletDemand {
        if (others < 1) {
            throw new IllegalArgumentException("there is room for one message of an outlet that is not named");
        }
    }

    /** The most messages of this outlet, if its pool is not closed. */
    public int roomOf(long outlet) {
        if (closed.contains(outlet)) {
            return 0;
        }
        OutletRoom room = rooms.get(outlet);
        return room == null ? others : room.messages();
    }

    /** What waits in this outlet, and is not read. */
    public OutletRoom waitingIn(long outlet) {
        return rooms.getOrDefault(outlet, OutletRoom.NOTHING_WAITS);
    }

    /**
     * What a claim may take of one outlet.
     *
     * @param messages 0 if nothing, 1 for a probe
     * @param heldGroups its groups whose first message waits for its next attempt
     * @param heldMessages its messages that wait for their next attempt
     * @param due what is due for its next attempt, as in {@link ClaimSource.ClaimRequest}
     */
    public record OutletRoom(int messages, Set<String> heldGroups, Set<String> heldMessages, DueRetries due) {
        private static final OutletRoom NOTHING_WAITS = of(Integer.MAX_VALUE);

        public OutletRoom {
            heldGroups = Set.copyOf(heldGroups);
            heldMessages = Set.copyOf(heldMessages);
        }

        /** Room for so many messages of an outlet in which nothing waits. */
        public static OutletRoom of(int messages) {
            return new OutletRoom(messages, Set.of(), Set.of(), DueRetries.NONE);
        }
    }
}

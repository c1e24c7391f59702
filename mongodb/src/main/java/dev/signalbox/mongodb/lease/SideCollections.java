package dev.signalbox.mongodb.lease;

import dev.signalbox.mongodb.connection.CollectionName;
import java.util.List;

/** The names of the collections that Signalbox keeps beside the outbox. */
public final class SideCollections {
    /** One document for each incarnation with a lease. */
    public static final String NODES = CollectionName.SIDE_PREFIX + "nodes";

    /** One document for each relay: its owners and its pause. */
    public static final String RELAYS = CollectionName.SIDE_PREFIX + "relays";

    public static final List<String> ALL = List.of(NODES, RELAYS);

    private SideCollections() {}
}

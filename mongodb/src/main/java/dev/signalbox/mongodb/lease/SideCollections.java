package dev.signalbox.mongodb.lease;

import dev.signalbox.mongodb.connection.CollectionName;
import java.util.List;

/** The collections of our own, beside the messages. */
public final class SideCollections {
    /** One document for each life of a node that nobody has ended. */
    public static final String NODES = CollectionName.SIDE_PREFIX + "nodes";

    /** One document for each relay: who owns which part of it, and what an operator has decided about it. */
    public static final String RELAYS = CollectionName.SIDE_PREFIX + "relays";

    public static final List<String> ALL = List.of(NODES, RELAYS);

    private SideCollections() {}
}

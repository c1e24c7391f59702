package dev.signalbox.core.source;

/** How a row is kept from others while it is being delivered. */
public enum ClaimMode {
    /** It is marked as being processed: everybody can see it, and it is written twice. */
    MARK,
    /** Its shard is owned by one node, so nothing is marked: it is written once, when it is done. */
    OWN
}

package dev.signalbox.core.source;

/** How a claimed row is protected from other nodes while it is delivered. */
public enum ClaimMode {
    /** It is marked as being processed: visible to all, at the cost of a second write. */
    MARK,
    /** One node owns its shard, so it is not marked: it is written once, when it is done. */
    OWN
}

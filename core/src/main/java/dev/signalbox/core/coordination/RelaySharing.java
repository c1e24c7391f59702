package dev.signalbox.core.coordination;

/** How the nodes that want to work on a relay share it. */
public enum RelaySharing {
    /** One node works on the whole relay, the others stand by. */
    WHOLE,
    /** Each has its share of the relay's shards. */
    SPREAD
}

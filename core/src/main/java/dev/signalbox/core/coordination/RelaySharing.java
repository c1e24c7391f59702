package dev.signalbox.core.coordination;

/** How the nodes that want to work on a relay share it. */
public enum RelaySharing {
    /** One node works on the whole relay, the others are standbys. */
    WHOLE,
    /** Each node works on its share of the relay's shards. */
    SPREAD
}

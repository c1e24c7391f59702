package dev.signalbox.core.delivery;

/** A number that only grows and needs nothing but counting. Its metric is named after the constant. */
public enum RelayCounter {
    /** Messages taken from the source. */
    CLAIMED,
    /** Messages handed to the sink, each attempt counted. */
    SENT,
    /** Messages of batches that were refused as a whole and are sent again in smaller parts. */
    NARROWED
}

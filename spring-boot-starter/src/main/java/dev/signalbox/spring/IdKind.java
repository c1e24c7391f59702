package dev.signalbox.spring;

/** The ids that {@code signalbox.client.ids} can name. */
public enum IdKind {
    /** 13 characters, ascending in the order of creation. */
    TSID,
    /** UUIDs of version 7. */
    UUID
}

package dev.signalbox.spring;

/** The ids that {@code signalbox.client.ids} can name. */
public enum IdKind {
    /** 13 characters, in the order in which they were made. */
    TSID,
    /** UUIDs of version 7. */
    UUID
}

package dev.signalbox.core.publisher;

/** How many events a publisher gets in one call. */
public enum PublishMode {
    /** A batch: all succeed, or the exception is about all of them. */
    BATCH,
    /** One. Those before a failure stay published; those behind it in the same batch are not attempted. */
    INDIVIDUAL
}

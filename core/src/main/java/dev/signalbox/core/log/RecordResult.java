package dev.signalbox.core.log;

/** The result of writing the progress. */
public enum RecordResult {
    RECORDED,
    /** Nothing changed: the owner has lost its lease. */
    FENCED,
    /** Nothing changed: another owner or an operator changed the progress, which must be opened again. */
    MOVED
}

package dev.signalbox.core.log;

/** What came of a write of the progress. */
public enum RecordResult {
    RECORDED,
    /** Nothing changed: the owner has lost its lease. */
    FENCED,
    /** Nothing changed: somebody else did change the progress, which is to be opened again. */
    MOVED
}

package dev.signalbox.core.log;

import dev.signalbox.core.source.SourceException;

/** Reads a log, for all topics. */
public interface LogReader {
    /**
     * Reads on as {@link EventLog#read} does, events of all topics.
     *
     * @param exhausted nothing was left here, and is still not while its transaction is the lowest open one
     */
    LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) throws SourceException;
}

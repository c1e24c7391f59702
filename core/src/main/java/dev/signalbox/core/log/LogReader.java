package dev.signalbox.core.log;

import dev.signalbox.core.source.SourceException;

/** Reads a log, for all topics. */
public interface LogReader {
    /**
     * Reads on from the read position as {@link EventLog#read} does, events of all topics.
     *
     * @param exhausted a read position at which nothing was left; there is still nothing as long as its transaction is
     *     the lowest open one
     */
    LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) throws SourceException;
}

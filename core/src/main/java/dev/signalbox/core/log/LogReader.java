package dev.signalbox.core.log;

import dev.signalbox.core.source.SourceException;

/** Reads a log for whoever follows it. */
public interface LogReader {
    /**
     * Reads on from the reach as {@link EventLog#read} says, events of all topics.
     *
     * @param exhausted nothing was left when this reach was reached; so there is nothing as long as the lowest open
     *     transaction is still the reach's
     */
    LogSegment read(ReadPosition from, boolean exhausted, EventLog.Limits limits) throws SourceException;
}

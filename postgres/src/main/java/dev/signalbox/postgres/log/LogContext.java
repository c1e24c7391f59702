package dev.signalbox.postgres.log;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;

/** What all operations on a log share. */
interface LogContext {
    /** The name of the log on every node. */
    String name();

    long maxPayloadBytes();

    FencedStatements statements();

    /** Inspects the log unless that is done already. */
    LogSql sql() throws SourceException;

    LogShape shape() throws SourceException;

    LastSeenFeedStates states();

    HorizonWatch horizon();

    ReplayRequests replays();
}

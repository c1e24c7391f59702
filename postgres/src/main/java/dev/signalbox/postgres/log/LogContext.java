package dev.signalbox.postgres.log;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;

/** What all that works on a log shares. */
interface LogContext {
    /** By which every node knows the log. */
    String name();

    long maxPayloadBytes();

    FencedStatements statements();

    /** Looks at the log first, if that has not been done. */
    LogSql sql() throws SourceException;

    LogShape shape() throws SourceException;

    LastSeenFeedStates states();

    HorizonWatch horizon();

    ReplayRequests replays();
}

package dev.signalbox.postgres.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The state of a log's tables, for a schema check that may add what is missing.
 *
 * @param problems why the log is unusable, as far as it can't be fixed here, each a sentence
 * @param additions missing columns that can be added
 * @param positionIndex whether an index begins with the position
 * @param lateIndex whether an index covers transaction and position
 * @param progress whether the table exists in which operators see the progress
 */
public record LogInspection(
        boolean exists,
        List<String> problems,
        List<MissingLogColumn> additions,
        boolean positionIndex,
        boolean lateIndex,
        boolean progress) {
    /** Inspects the log without changing anything. */
    public static LogInspection of(Connection connection, LogTable log) throws SQLException {
        LogShape shape = LogShape.inspect(connection, log);
        LogShape.PresentParts presentParts = shape.extent();
        return new LogInspection(
                presentParts.exists(),
                presentParts.faults(),
                presentParts.additions(),
                presentParts.positionIndex(),
                presentParts.lateIndex(),
                shape.hasProgress());
    }
}

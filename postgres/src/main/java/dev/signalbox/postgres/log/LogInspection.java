package dev.signalbox.postgres.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What there is of a log, for those who may add what is missing.
 *
 * @param problems what makes it useless and cannot be added here, each a sentence
 * @param additions columns that it lacks and that can be added
 * @param positionIndex whether there is an index that begins with the position
 * @param lateIndex whether there is one on transaction and position
 * @param progress whether there is the table in which operators see the progress
 */
public record LogInspection(
        boolean exists,
        List<String> problems,
        List<MissingLogColumn> additions,
        boolean positionIndex,
        boolean lateIndex,
        boolean progress) {
    /** Looks, without changing anything. */
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

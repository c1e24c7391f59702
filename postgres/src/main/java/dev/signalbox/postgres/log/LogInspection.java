package dev.signalbox.postgres.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What there is of a log, for those who may add what is missing.
 *
 * @param problems what makes it useless and cannot be added here, each a sentence
 * @param transactions whether there is a column with the transaction of each event
 * @param positionIndex whether there is an index that begins with the position
 * @param lateIndex whether there is one on transaction and position
 * @param progress whether there is the table in which operators see the progress
 */
public record LogInspection(
        boolean exists,
        List<String> problems,
        boolean transactions,
        boolean positionIndex,
        boolean lateIndex,
        boolean progress) {
    /** Looks, without changing anything. */
    public static LogInspection of(Connection connection, LogTable log) throws SQLException {
        LogShape shape = LogShape.inspect(connection, log);
        LogShape.Extent extent = shape.extent();
        return new LogInspection(
                extent.exists(),
                extent.faults(),
                extent.transactions(),
                extent.positionIndex(),
                extent.lateIndex(),
                shape.hasProgress());
    }

    /** The statement that adds the transaction of each event. */
    public static String addTransactions(LogTable log) {
        return LogShape.addTransactions(log);
    }
}

package dev.signalbox.benchmarks.database;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;

/** A table that competitors empty. */
public interface BenchTable {
    TableName tableName();

    /** The name as it stands in a statement. */
    String quotedName();

    /** Makes it, and whatever belongs to it. */
    void create(Connection connection) throws SQLException;

    /** Removes all that is in it, and all that was remembered about it. */
    void empty(Connection connection) throws SQLException;

    /** Fills the empty table with the first messages of the workload, each created after the one before it. */
    void fill(Connection connection, int rows) throws SQLException;

    /** Leaves it with these messages, as if nobody had ever seen them. */
    default void refill(Connection connection, int rows) throws SQLException {
        empty(connection);
        if (rows > 0) {
            fill(connection, rows);
        }
    }

    /** Whether it is a log, in which messages stay when they are delivered. */
    default boolean isLog() {
        return false;
    }

    /** An INSERT of one message, with the parameters {@code id}, {@code group}, {@code type} and {@code payload}. */
    Sql insert();

    /** How many messages are not recorded as delivered. */
    long remaining(Connection connection) throws SQLException;
}

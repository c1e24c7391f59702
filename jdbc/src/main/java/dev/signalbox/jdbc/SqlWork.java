package dev.signalbox.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Work to run on a connection, inside one transaction. */
@FunctionalInterface
public interface SqlWork<T> {
    T run(Connection connection) throws SQLException;
}

package dev.signalbox.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Something to do on a connection, inside one transaction. */
@FunctionalInterface
public interface SqlWork<T> {
    T run(Connection connection) throws SQLException;
}

package dev.signalbox.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Lends a connection. Closing the connection returns it. */
@FunctionalInterface
public interface ConnectionLender {
    Connection borrow() throws SQLException;
}

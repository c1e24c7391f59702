package dev.signalbox.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Lends a connection, which goes back when it is closed. */
@FunctionalInterface
public interface ConnectionLender {
    Connection borrow() throws SQLException;
}

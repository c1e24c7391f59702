package dev.signalbox.demo.database;

import dev.signalbox.jdbc.SqlCollection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A server of our own with an empty database {@code shop}, whose owner is the shop's user, and with a user for the relay. All
 * that differs between databases is here, and in the statements that it names.
 */
interface ShopServer extends AutoCloseable {
    /** The address of the database. */
    String jdbcUrl();

    /** What its driver is told besides the user and the password: limits of time, and who is connecting. */
    Map<String, String> session(String application);

    /** The statements that are another for each database. */
    SqlCollection sql();

    /** Whether Signalbox can follow an event log there. */
    boolean hasEventLogs();

    /** Makes an empty database beside the shop's, where {@link #hasEventLogs} says that this is PostgreSQL. */
    OwnDatabase addDatabase(String name) throws SQLException;

    /** A command that looks into the database from a terminal, as the shop. */
    String client();

    @Override
    void close();
}

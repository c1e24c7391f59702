package dev.signalbox.demo.database;

import dev.signalbox.jdbc.SqlCollection;
import java.sql.SQLException;
import java.util.Map;

/**
 * A private server with an empty database {@code shop}, which the shop's user owns, and with a user for the relay. It
 * contains everything that differs between databases, together with the statements that it names.
 */
interface ShopServer extends AutoCloseable {
    /** The JDBC URL of the database. */
    String jdbcUrl();

    /** Driver settings besides the user and the password: time-outs and the application name. */
    Map<String, String> session(String application);

    /** The statements that differ between databases. */
    SqlCollection sql();

    /** Whether Signalbox can follow an event log there. */
    boolean hasEventLogs();

    /** Creates an empty database beside the shop's; only if {@link #hasEventLogs}, that is, on PostgreSQL. */
    OwnDatabase addDatabase(String name) throws SQLException;

    /** A command that opens the database in a terminal, as the shop's user. */
    String client();

    @Override
    void close();
}

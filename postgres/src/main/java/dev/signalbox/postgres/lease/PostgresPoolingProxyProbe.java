package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.jdbc.lease.SharedSessions;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.postgresql.PGConnection;

/**
 * Detects whether a connection has a database session of its own.
 *
 * <p>A server reports its process id when a connection starts; a pooling proxy invents one. If the reported id differs
 * from the real one, the probe asks two connections in turn for their process: if one changes its process, or both have
 * the same, clients share sessions.
 */
public final class PostgresPoolingProxyProbe {

    private PostgresPoolingProxyProbe() {}

    /** Returns the process id of the connection's session, or throws if the session is shared. */
    public static int check(Connection connection, PostgresConnections connections) throws SQLException {
        int announced = connection.unwrap(PGConnection.class).getBackendPID();
        int actual = pid(connection);
        if (announced != actual) {
            try (Connection second =
                    connections.openOwn("probe", connections.settings().limits(), Map.of())) {
                Optional<String> shared = SharedSessions.between(() -> pid(connection), () -> pid(second));
                if (shared.isPresent()) {
                    throw refusal(
                            connections,
                            "the server process was announced as " + announced + ", but two connections were served by "
                                    + shared.get());
                }
            }
        }
        return actual;
    }

    static PoolingProxyException refusal(PostgresConnections where, String found) {
        return new PoolingProxyException("The connection to " + where.settings().displayUrl()
                + " goes through a proxy that pools transactions or statements (" + found
                + "). An advisory lock taken through it would protect nothing. Connect directly to PostgreSQL's own"
                + " port, or through a pool in session mode (PgBouncer: pool_mode=session).");
    }

    private static int pid(Connection connection) throws SQLException {
        // An unprepared statement: a prepared one may not exist in the session that serves the next transaction.
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(PostgresLeaseSql.PID.sql().text())) {
            row.next();
            return row.getInt(1);
        }
    }
}

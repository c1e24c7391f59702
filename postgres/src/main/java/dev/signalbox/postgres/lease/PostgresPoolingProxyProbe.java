package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.postgresql.PGConnection;

/**
 * Detects whether a connection has a database session of its own.
 *
 * <p>A server reports its process id when a connection starts; a pooling proxy invents one. If the reported id differs
 * from the real one, the probe asks two connections in turn for their process: if one changes its process, or both have
 * the same, clients share sessions.
 */
public final class PostgresPoolingProxyProbe {
    private static final int ROUNDS = 8;

    private PostgresPoolingProxyProbe() {}

    /** Returns the process id of the connection's session, or throws if the session is shared. */
    public static int check(Connection connection, PostgresConnections connections) throws SQLException {
        int announced = connection.unwrap(PGConnection.class).getBackendPID();
        int actual = pid(connection);
        if (announced != actual) {
            try (Connection second =
                    connections.openOwn("probe", connections.settings().limits(), Map.of())) {
                refuseSharing(connection, second, announced, connections);
            }
        }
        return actual;
    }

    private static void refuseSharing(Connection first, Connection second, int announced, PostgresConnections where)
            throws SQLException {
        Set<Integer> seenByFirst = new HashSet<>();
        Set<Integer> seenBySecond = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            seenByFirst.add(pid(first));
            seenBySecond.add(pid(second));
            // Asking the second connection twice defeats a proxy that assigns sessions in rotation.
            seenBySecond.add(pid(second));
        }
        boolean shared = seenByFirst.stream().anyMatch(seenBySecond::contains);
        if (shared || seenByFirst.size() > 1 || seenBySecond.size() > 1) {
            throw refusal(
                    where,
                    "the server process was announced as " + announced + ", but two connections were served by "
                            + seenByFirst + " and " + seenBySecond);
        }
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
                ResultSet row = statement.executeQuery(PostgresLeaseSql.PID.text())) {
            row.next();
            return row.getInt(1);
        }
    }
}

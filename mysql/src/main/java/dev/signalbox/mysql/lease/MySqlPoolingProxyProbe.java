package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.jdbc.lease.SharedSessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/**
 * Detects whether a connection has a database session of its own: asks two connections in turn for their session. If
 * one changes its session, or both have the same, a proxy shares sessions between clients.
 */
final class MySqlPoolingProxyProbe {

    private MySqlPoolingProxyProbe() {}

    /** Returns the server's id of the first connection's session, or throws if a proxy shares it. */
    static long check(Connection first, Connection second, String url) throws SQLException {
        Optional<String> shared = SharedSessions.between(() -> session(first), () -> session(second));
        if (shared.isPresent()) {
            throw refusal(url, "two connections were served by sessions " + shared.get());
        }
        return session(first);
    }

    /** Uses a statement that a proxy does not answer itself. */
    static long session(Connection connection) throws SQLException {
        return Long.parseLong(new LeaseStatementRunner(connection, Map.of())
                .column(MySqlLeaseSql.SESSION.sql(), Map.of())
                .getFirst());
    }

    static PoolingProxyException refusal(String url, String found) {
        return new PoolingProxyException("The connection to " + url
                + " goes through a proxy that pools transactions or statements (" + found
                + "). A lock taken through it would protect nothing. Connect directly to the server's own port,"
                + " or through a proxy that keeps sessions (ProxySQL: no multiplexing for this user).");
    }
}

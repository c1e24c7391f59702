package dev.signalbox.mysql.lease;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/**
 * The server's ids of the sessions that this node writes with. Each renewal publishes them, so that other nodes can end
 * them if this node falls silent.
 */
final class WritingSessions {
    /** The number that fits into the column. */
    private static final int MOST = 40;

    private final Map<Connection, Long> numbers = new WeakHashMap<>();

    /** Reads the session id of a connection on its first use. */
    void use(Connection connection) throws SQLException {
        Connection physical = connection.unwrap(Connection.class);
        if (!knows(physical)) {
            remember(physical, MySqlPoolingProxyProbe.session(connection));
        }
    }

    private synchronized boolean knows(Connection connection) {
        return numbers.containsKey(connection);
    }

    private synchronized void remember(Connection connection, long number) {
        numbers.put(connection, number);
    }

    synchronized String text() {
        return numbers.values().stream().limit(MOST).map(String::valueOf).collect(Collectors.joining(","));
    }
}

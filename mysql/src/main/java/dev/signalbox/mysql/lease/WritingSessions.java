package dev.signalbox.mysql.lease;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

/**
 * The server's numbers of the sessions by which this node writes. They are told with each renewal, so that others can end
 * them when the node has fallen silent.
 */
final class WritingSessions {
    /** What fits into its column. */
    private static final int MOST = 40;

    private final Map<Connection, Long> numbers = new WeakHashMap<>();

    /** Asks a connection for its number when it is seen for the first time. */
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

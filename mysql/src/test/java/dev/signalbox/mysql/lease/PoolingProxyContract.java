package dev.signalbox.mysql.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behind a proxy that spreads a client's statements over several sessions, a lock would protect nothing. */
abstract class PoolingProxyContract {
    private static final Duration TTL = Duration.ofMillis(2_500);

    private MySqlLeaseFixture database;

    abstract MySqlTestServer server() throws Exception;

    @BeforeEach
    void create() throws Exception {
        database = new MySqlLeaseFixture(server());
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void aProxyThatPoolsStatementsIsRefused() throws Exception {
        try (var proxy = new RotatingProxy(database.port(), 2);
                var connections = database.connect(proxy.port(), "a")) {
            assertThatThrownBy(() -> new MySqlLeases(connections).openLockSession(TTL, TTL))
                    .isInstanceOf(PoolingProxyException.class)
                    .hasMessageContainingAll("127.0.0.1:" + proxy.port(), "Connect directly");
        }
    }

    @Test
    void aProxyThatKeepsSessionsIsAccepted() throws Exception {
        try (var proxy = new RotatingProxy(database.port(), 1);
                var connections = database.connect(proxy.port(), "a");
                var session = new MySqlLeases(connections).openLockSession(TTL, TTL)) {
            assertThat(session.tryLock(LeaseNode.RELAY)).isTrue();
            session.touch();
        }
    }
}

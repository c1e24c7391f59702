package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.embedded.postgres.LocalPgBouncer;
import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSearchPath;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresPoolingProxyTest {
    private static final Duration TTL = Duration.ofMillis(2_500);

    private PostgresLeaseFixture database;

    @BeforeEach
    void create() throws SQLException {
        database = new PostgresLeaseFixture();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "default_pool_size = 20",
                "default_pool_size = 1",
                "min_pool_size = 2\nserver_round_robin = 1",
                "min_pool_size = 5\nserver_round_robin = 1"
            })
    void aProxyThatPoolsTransactionsIsRefused(String pool) throws Exception {
        try (var proxy = PostgresDatabaseFixture.proxy("transaction", pool)) {
            assertThatThrownBy(
                            () -> LeaseNode.join("a", database.openThrough(proxy.port(), "a", RelaySharing.WHOLE), TTL))
                    .isInstanceOf(PoolingProxyException.class)
                    .hasMessageContainingAll("127.0.0.1:" + proxy.port(), "Connect directly", "pool_mode=session")
                    .message()
                    .doesNotContain("secret");
            assertThatThrownBy(() ->
                            new PostgresLeases(PostgresConnections.open(through(proxy), "a")).openLockSession(TTL, TTL))
                    .isInstanceOf(PoolingProxyException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"default_pool_size = 1", "min_pool_size = 3\nserver_round_robin = 1"})
    void shardsNeedNoSessionOfTheirOwn(String pool) throws Exception {
        try (var proxy = PostgresDatabaseFixture.proxy("transaction", pool);
                var a = LeaseNode.join("a", database.openThrough(proxy.port(), "a", RelaySharing.SPREAD), TTL);
                var b = LeaseNode.join("b", database.openThrough(proxy.port(), "b", RelaySharing.SPREAD), TTL)) {
            assertThat(a.acquire(1, 2)).isEqualTo(new Acquisition.Acquired(Shards.of(1, 2)));
            assertThat(b.acquire(2, 3)).isEqualTo(new Acquisition.Acquired(Shards.of(3)));
            // Often enough for the driver to prepare the statement on the server, if it were allowed to.
            for (int i = 0; i < 10; i++) {
                assertThat(a.relayState().mine()).isEqualTo(Shards.of(1, 2));
                assertThat(b.relayState().mine()).isEqualTo(Shards.of(3));
            }
            a.resign();
            assertThat(b.acquire(1)).isEqualTo(new Acquisition.Acquired(Shards.of(1)));
        }
    }

    @Test
    void pooledConnectionsLeaveNothingPreparedBehindAProxy() throws Exception {
        try (var proxy = PostgresDatabaseFixture.proxy("transaction", "min_pool_size = 3\nserver_round_robin = 1");
                var connections = PostgresConnections.open(through(proxy), "a");
                Connection connection = connections.borrow();
                PreparedStatement statement = connection.prepareStatement("SELECT ?::int")) {
            for (int i = 0; i < 20; i++) {
                statement.setInt(1, i);
                assertThat(statement.execute()).isTrue();
            }
        }
    }

    @Test
    void theSearchPathOfSharedSessionsIsLeftToTheRole() throws Exception {
        try (var proxy = PostgresDatabaseFixture.proxy("transaction");
                var connections = PostgresConnections.open(through(proxy), "a");
                Connection connection = connections.borrow()) {
            assertThat(path(connection)).as("an application may share it").isEqualTo("\"$user\", public");
            assertThat(PostgresSearchPath.unsafe(connection)).contains("\"$user\", public");
        }
        for (String statement : PostgresSearchPath.statementsFor(
                PostgresDatabaseFixture.SUPERUSER, database.database().name())) {
            database.database().execute(statement);
        }
        try (var proxy = PostgresDatabaseFixture.proxy("transaction");
                var connections = PostgresConnections.open(through(proxy), "a");
                Connection connection = connections.borrow()) {
            assertThat(path(connection)).isEqualTo(PostgresConnections.SEARCH_PATH);
            assertThat(PostgresSearchPath.unsafe(connection)).isEmpty();
        }
    }

    private static String path(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW search_path")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void aProxyThatKeepsSessionsIsAccepted() throws Exception {
        try (var proxy = PostgresDatabaseFixture.proxy("session");
                var a = LeaseNode.join("a", database.openThrough(proxy.port(), "a", RelaySharing.WHOLE), TTL);
                var b = LeaseNode.join("b", database.openThrough(proxy.port(), "b", RelaySharing.WHOLE), TTL)) {
            assertThat(a.acquires()).isTrue();
            assertThat(b.acquires()).isFalse();
            assertThat(a.renew()).isTrue();
        }
    }

    private PostgresSettings through(LocalPgBouncer proxy) {
        return PostgresSettings.of(
                database.database().urlThrough(proxy.port()), PostgresDatabaseFixture.SUPERUSER, "secret");
    }
}

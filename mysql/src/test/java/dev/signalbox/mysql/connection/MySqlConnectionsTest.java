package dev.signalbox.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.fixture.UnreachableDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlConnectionsTest {
    private static final String SERVERS = "dev.signalbox.mysql.connection.MySqlTestServer#all";

    @ParameterizedTest
    @MethodSource(SERVERS)
    void sessionsHaveTheirVariables(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
                Connection pooled = database.connections().borrow();
                Connection own = database.connections()
                        .openOwn("lease", TimeLimits.DEFAULTS, Map.of("innodb_lock_wait_timeout", "7"))) {
            assertThat(pooled.getAutoCommit()).isTrue();
            assertThat(pooled.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(value(pooled, "@@time_zone")).isEqualTo("+00:00");
            assertThat(value(pooled, "@@innodb_lock_wait_timeout")).isEqualTo("1");
            assertThat(value(pooled, "@@sql_mode"))
                    .contains("STRICT_ALL_TABLES")
                    .doesNotContain("ANSI");
            assertThat(value(own, "@@innodb_lock_wait_timeout")).isEqualTo("7");
            String limit = server.name().equals("mariadb") ? "@@max_statement_time" : "@@max_execution_time";
            assertThat(value(pooled, limit)).startsWith("10");
        }
    }

    @ParameterizedTest
    @MethodSource(SERVERS)
    void whatTheWorkDidBeforeItFailedIsRolledBack(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
                MySqlConnections one = MySqlConnections.open(database.settings().withPoolSize(1), "node-1")) {
            assertThatThrownBy(() -> one.inTransaction(connection -> {
                        run(connection, "INSERT INTO signalbox_relays (relay) VALUES ('a')");
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            one.inTransaction(connection -> run(connection, "INSERT INTO signalbox_relays (relay) VALUES ('b')"));

            assertThat(database.rows("SELECT CONVERT(relay USING utf8mb4) FROM signalbox_relays"))
                    .containsExactly("b");
        }
    }

    @Test
    void startsWithoutTheDatabaseAndFailsCallsInTime() throws IOException {
        for (String scheme : new String[] {"mysql", "mariadb"}) {
            var settings = MySqlSettings.of(
                            "jdbc:" + scheme + "://" + UnreachableDatabase.address() + "/shop", "app", "hidden")
                    .withLimits(UnreachableDatabase.HASTY);
            try (var connections = MySqlConnections.open(settings, "node-1")) {
                UnreachableDatabase.assertFailsInTime(connections);
            }
        }
    }

    private static String value(Connection connection, String expression) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + expression)) {
            row.next();
            return row.getString(1);
        }
    }

    private static boolean run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}

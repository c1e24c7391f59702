package dev.signalbox.postgres.connection;

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

class PostgresConnectionsTest {
    @Test
    void pooledSessionsHaveTheirParameters() throws SQLException {
        try (var database = PostgresDatabaseFixture.create();
                var connections = PostgresConnections.open(database.settings(), "node-1");
                Connection connection = connections.borrow()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(parameter(connection, "application_name")).isEqualTo("signalbox/node-1");
            assertThat(parameter(connection, "TimeZone")).isEqualTo("UTC");
            assertThat(parameter(connection, "search_path")).isEqualTo("pg_catalog, pg_temp");
            assertThat(parameter(connection, "enable_seqscan")).isEqualTo("off");
            assertThat(parameter(connection, "enable_bitmapscan")).isEqualTo("off");
            assertThat(parameter(connection, "jit")).isEqualTo("off");
            assertThat(parameter(connection, "statement_timeout")).isEqualTo("10s");
            assertThat(parameter(connection, "lock_timeout")).isEqualTo("500ms");
            assertThat(parameter(connection, "idle_in_transaction_session_timeout"))
                    .isEqualTo("5s");
        }
    }

    @Test
    void theIsolationLevelIsTheSameWhateverTheDatabaseSays() throws SQLException {
        try (var database = PostgresDatabaseFixture.create()) {
            database.execute(
                    "ALTER DATABASE " + database.name() + " SET default_transaction_isolation = 'serializable'");
            try (var connections = PostgresConnections.open(database.settings(), "node-1");
                    Connection own = connections.openOwn("lock")) {
                assertThat(connections.<String>inTransaction(it -> parameter(it, "transaction_isolation")))
                        .isEqualTo("read committed");
                assertThat(parameter(own, "transaction_isolation")).isEqualTo("read committed");
            }
        }
    }

    @Test
    void aPathInTheUrlOrOfTheRoleReachesNoSession() throws SQLException {
        try (var database = PostgresDatabaseFixture.create()) {
            String role = database.role("app");
            database.execute("ALTER ROLE " + role + " SET search_path = public, pg_catalog");
            var settings = PostgresSettings.of(database.url() + "?currentSchema=public", role, "secret");
            try (var connections = PostgresConnections.open(settings, "node-1");
                    Connection connection = connections.borrow()) {
                assertThat(parameter(connection, "search_path")).isEqualTo("pg_catalog, pg_temp");
            }
        }
    }

    @Test
    void parametersSurviveARolledBackTransaction() throws SQLException {
        try (var database = PostgresDatabaseFixture.create();
                var connections = PostgresConnections.open(database.settings().withPoolSize(1), "node-1")) {
            assertThatThrownBy(() -> connections.inTransaction(connection -> {
                        throw new SQLException("the work failed");
                    }))
                    .hasMessage("the work failed");

            assertThat(connections.<String>inTransaction(connection -> parameter(connection, "lock_timeout")))
                    .isEqualTo("500ms");
        }
    }

    @Test
    void whatTheWorkDidBeforeItFailedIsRolledBack() throws SQLException {
        try (var database = PostgresDatabaseFixture.create();
                var connections = PostgresConnections.open(database.settings(), "node-1")) {
            database.execute("CREATE TABLE t (n int)");

            assertThatThrownBy(() -> connections.inTransaction(connection -> {
                        run(connection, "INSERT INTO public.t VALUES (1)");
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            connections.inTransaction(connection -> run(connection, "INSERT INTO public.t VALUES (2)"));

            assertThat(database.value("SELECT string_agg(n::text, ',') FROM t")).isEqualTo("2");
        }
    }

    @Test
    void aSessionOfItsOwnHasItsOwnLimitsAndName() throws SQLException {
        try (var database = PostgresDatabaseFixture.create();
                var connections = PostgresConnections.open(database.settings(), "node-1");
                Connection own = connections.openOwn(
                        "lock", TimeLimits.DEFAULTS, Map.of("lock_timeout", "700", "no_such_parameter", "1"))) {
            assertThat(parameter(own, "application_name")).isEqualTo("signalbox/node-1 lock");
            assertThat(parameter(own, "lock_timeout")).isEqualTo("700ms");
        }
    }

    @Test
    void startsWithoutTheDatabaseAndFailsCallsInTime() throws IOException {
        var settings = PostgresSettings.of(
                        "jdbc:postgresql://" + UnreachableDatabase.address() + "/shop", "app", "hidden")
                .withLimits(UnreachableDatabase.HASTY);
        try (var connections = PostgresConnections.open(settings, "node-1")) {
            UnreachableDatabase.assertFailsInTime(connections);
        }
    }

    private static String parameter(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + name)) {
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

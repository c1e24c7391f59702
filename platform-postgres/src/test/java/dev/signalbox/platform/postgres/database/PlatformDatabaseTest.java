package dev.signalbox.platform.postgres.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlatformDatabaseTest {
    private PlatformTestDatabase database;
    private PostgresConnections connections;
    private PlatformDatabase platform;

    @BeforeEach
    void start() throws SQLException {
        database = PlatformTestDatabase.create();
        connections = database.connect();
        platform = new PlatformDatabase(connections);
    }

    @AfterEach
    void stop() throws SQLException {
        database.close();
    }

    private StoreException failure(String sql) {
        Sql statement = new Sql(sql, List.of());
        return catchThrowableOfType(
                StoreException.class,
                () -> platform.run("test", connection -> statement.one(connection, Map.of(), row -> row.getInt(1))));
    }

    @Test
    void aStatementThatTheServerRefusesHasChangedNothing() {
        assertThat(failure("SELECT 1 / 0").mayHaveChanged()).isFalse();
        assertThat(failure("nonsense").mayHaveChanged()).isFalse();
    }

    @Test
    void aStatementWhoseAnswerIsLostMayHaveChangedSomething() {
        assertThat(failure("SELECT CAST(pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid()) AS integer)")
                        .mayHaveChanged())
                .isTrue();
    }

    @Test
    void withoutAConnectionNothingHasChanged() {
        connections.close();

        assertThat(failure("SELECT 1").mayHaveChanged()).isFalse();
    }
}

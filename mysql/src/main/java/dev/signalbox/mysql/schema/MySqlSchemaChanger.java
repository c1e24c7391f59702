package dev.signalbox.mysql.schema;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.mysql.connection.MySqlConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Changes a MySQL or MariaDB database without blocking its writers for long. */
public final class MySqlSchemaChanger implements JdbcSchemaInstaller.SchemaChanger {
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final Duration LOCK = Duration.ofSeconds(1);
    private static final Duration STATEMENT = Duration.ofMinutes(1);
    private static final Duration BUILD = Duration.ofDays(1);
    private static final int BUILD_TRIES = 5;

    private final MySqlConnections connections;

    MySqlSchemaChanger(MySqlConnections connections) {
        this.connections = connections;
    }

    /** @param progress receives each action as one line */
    public static JdbcSchemaInstaller of(MySqlConnections connections, Consumer<String> progress) {
        return new JdbcSchemaInstaller(new MySqlSchemaChanger(connections), progress);
    }

    @Override
    public Duration patience() {
        return LOCK;
    }

    @Override
    public Connection open() throws SQLException {
        return open(STATEMENT);
    }

    private Connection open(Duration statement) throws SQLException {
        return connections.openOwn(
                "schema",
                connections.settings().limits().withStatement(statement, LOCK),
                Map.of("lock_wait_timeout", Long.toString(LOCK.toSeconds())));
    }

    @Override
    public boolean takeTurn(Connection connection) throws SQLException {
        return SchemaSql.TRY_LOCK.sql().one(connection, Map.of(), row -> row.getBoolean("locked"));
    }

    /** {@inheritDoc} Each statement commits by itself here; all of them can be repeated. */
    @Override
    public void change(Connection connection, List<String> statements) throws SQLException {
        Sql.executeAll(connection, statements);
    }

    /**
     * {@inheritDoc} Writers continue while an index is built. Only its beginning and its end lock the table briefly,
     * and block all statements behind them: so it gives up after a second, and starts again.
     */
    @Override
    public void build(List<String> statements, Consumer<String> progress) throws SQLException {
        try (Connection connection = open(BUILD)) {
            connection.setNetworkTimeout(Runnable::run, 0);
            for (int attempt = 1; ; attempt++) {
                try {
                    change(connection, statements);
                    return;
                } catch (SQLException e) {
                    if (!isInUse(e) || attempt == BUILD_TRIES) {
                        throw e;
                    }
                    progress.accept("the table is in use, trying again");
                }
            }
        }
    }

    @Override
    public boolean isInUse(SQLException failure) {
        return failure.getErrorCode() == LOCK_WAIT_TIMEOUT;
    }

    /** {@inheritDoc} Only an administrator sees who holds a lock, so it names all sessions that use the database. */
    @Override
    public List<String> users(Connection connection, String table) throws SQLException {
        return SchemaSql.USERS
                .sql()
                .list(
                        connection,
                        Map.of(),
                        row -> "session %s (%s at %s, %s for %s s)"
                                .formatted(
                                        row.getString("id"),
                                        row.getString("user"),
                                        row.getString("host"),
                                        row.getString("command"),
                                        row.getString("time")));
    }
}

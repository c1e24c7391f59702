package dev.signalbox.postgres.schema;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.schema.JdbcSchemaInstaller;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Changes a PostgreSQL database without blocking its writers. */
public final class PostgresSchemaChanger implements JdbcSchemaInstaller.SchemaChanger {
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final Duration LOCK = Duration.ofMillis(500);
    private static final Duration STATEMENT = Duration.ofMinutes(1);

    private final PostgresConnections connections;

    PostgresSchemaChanger(PostgresConnections connections) {
        this.connections = connections;
    }

    /** @param progress receives the current step, one line at a time */
    public static JdbcSchemaInstaller of(PostgresConnections connections, Consumer<String> progress) {
        return new JdbcSchemaInstaller(new PostgresSchemaChanger(connections), progress);
    }

    @Override
    public Duration patience() {
        return LOCK;
    }

    @Override
    public Connection open() throws SQLException {
        return connections.openOwn("schema", connections.settings().limits().withStatement(STATEMENT, LOCK), Map.of());
    }

    @Override
    public boolean takeTurn(Connection connection) throws SQLException {
        return SchemaSql.STATEMENTS
                .sql(SchemaSql.Statement.TRY_LOCK)
                .one(connection, Map.of(), row -> row.getBoolean("locked"));
    }

    @Override
    public void change(Connection connection, List<String> statements) throws SQLException {
        Transactions.run(connection, it -> {
            Sql.executeAll(it, statements);
            return statements;
        });
    }

    /** {@inheritDoc} It blocks no other session and may take hours, on a dedicated connection. */
    @Override
    public void build(List<String> statements, Consumer<String> progress) throws SQLException {
        try (Connection connection = connections.openOwn("schema index");
                IndexBuildProgress _ = IndexBuildProgress.watch(connections, connection, progress)) {
            connection.setNetworkTimeout(Runnable::run, 0);
            Sql.executeAll(connection, List.of("SET statement_timeout = 0", "SET lock_timeout = 0"));
            Sql.executeAll(connection, statements);
        }
    }

    @Override
    public boolean isInUse(SQLException failure) {
        return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    @Override
    public List<String> users(Connection connection, String table) throws SQLException {
        return SchemaSql.STATEMENTS
                .sql(SchemaSql.Statement.BLOCKERS)
                .list(connection, Map.of("table", table), row -> row.getString("blocker"));
    }
}

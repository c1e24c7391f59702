package dev.signalbox.mysql.connection;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.outbox.MySqlOwnTableDdl;
import dev.signalbox.testkit.server.QueryRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A fresh database on a test server, with FlowCatalyst's table and the side schema. */
public final class MySqlDatabaseFixture implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final MySqlTestServer server;
    private final String name;
    private final MySqlConnections connections;

    private MySqlDatabaseFixture(MySqlTestServer server, String name) {
        this.server = server;
        this.name = name;
        this.connections = MySqlConnections.open(settings(), "test");
    }

    public static MySqlDatabaseFixture create(MySqlTestServer server) throws SQLException {
        return create(server, "");
    }

    /** @param options appended to the statement that creates the database */
    public static MySqlDatabaseFixture create(MySqlTestServer server, String options) throws SQLException {
        String name = "signalbox_test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
        try (Connection connection = connect(server, "")) {
            execute(connection, "CREATE DATABASE " + name + " " + options);
        }
        MySqlDatabaseFixture database = new MySqlDatabaseFixture(server, name);
        database.script("/dev/signalbox/mysql/lease/side-schema.sql");
        database.script("/dev/signalbox/mysql/outbox/flowcatalyst.sql");
        return database;
    }

    /** Replaces FlowCatalyst's table by Signalbox's own, under the same name. */
    public OutboxLayout makeOwnTable() throws SQLException {
        TableName table = new TableName(null, "outbox_events");
        try (Connection connection = connect()) {
            execute(connection, "DROP TABLE outbox_events");
            execute(connection, MySqlOwnTableDdl.creation(table, ServerKind.of(connection)));
        }
        return OutboxLayouts.SIGNALBOX.layout(table);
    }

    /** Replaces FlowCatalyst's table by Catbox's, under the same name, without any index of Signalbox. */
    public OutboxLayout makeCatbox() throws SQLException {
        run("DROP TABLE outbox_events");
        script("/dev/signalbox/mysql/outbox/catbox.sql");
        return OutboxLayouts.CATBOX.layout();
    }

    public MySqlSettings settings() {
        return MySqlSettings.of(server.url() + name + server.parameters(), server.user(), "");
    }

    public MySqlConnections connections() {
        return connections;
    }

    /** A connection like an application's, not one of Signalbox's. */
    public Connection connect() throws SQLException {
        return connect(server, name);
    }

    private static Connection connect(MySqlTestServer server, String database) throws SQLException {
        return DriverManager.getConnection(server.url() + database + server.parameters(), server.user(), "");
    }

    public void script(String resource) throws SQLException {
        try (InputStream in = MySqlDatabaseFixture.class.getResourceAsStream(resource);
                Connection connection = connect()) {
            if (in == null) {
                throw new IllegalArgumentException(resource);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            for (String statement : text.split(";\\s*\n", -1)) {
                if (!statement.isBlank()) {
                    execute(connection, statement);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int run(String sql, @Nullable Object... values) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
            return statement.getUpdateCount();
        }
    }

    /** The rows of a query, with columns joined by bars. */
    public List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return QueryRows.read(connection, sql);
        }
    }

    public String value(String sql) throws SQLException {
        return rows(sql).getFirst();
    }

    public Incarnation join(String incarnation) throws SQLException {
        run(
                "INSERT INTO signalbox_nodes (incarnation, node, joined_at, coordination)"
                        + " VALUES (?, 'node', UTC_TIMESTAMP(6), 'shards')",
                incarnation.replace(' ', '-'));
        return new Incarnation(incarnation.replace(' ', '-'));
    }

    public void fence(Incarnation incarnation) throws SQLException {
        run("DELETE FROM signalbox_nodes WHERE incarnation = ?", incarnation.value());
    }

    /** Lends pooled connections; the statements themselves lock the owner's row, if there is one. */
    public Fence fence(boolean byLeaseRow) {
        return new Fence() {
            @Override
            public boolean byLeaseRow() {
                return byLeaseRow;
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                return connections.inTransaction(work);
            }
        };
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        connections.close();
        try (Connection connection = connect(server, "")) {
            execute(connection, "DROP DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Holding;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.mysql.server.TestDatabase;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.contract.OutboxFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The seed's table, with only its index, in a database of its own. */
final class MySqlFixture implements OutboxFixture {
    private final Holding holding;
    private final TestDatabase database;
    private final OutboxLayout layout;

    MySqlFixture(TestServer server, Holding holding) throws SQLException {
        this(TestDatabase.create(server), OutboxLayout.flowcatalyst(), holding);
    }

    private MySqlFixture(TestDatabase database, OutboxLayout layout, Holding holding) {
        this.holding = holding;
        this.database = database;
        this.layout = layout;
    }

    static MySqlFixture ofCatbox(TestServer server, Holding holding) throws SQLException {
        TestDatabase database = TestDatabase.create(server);
        return new MySqlFixture(database, database.makeCatbox(), holding);
    }

    private boolean isCatbox() {
        return layout.states() instanceof OutboxLayout.Moments;
    }

    @Override
    public boolean remembersAttempts() {
        return !isCatbox();
    }

    TestDatabase database() {
        return database;
    }

    @Override
    public Holding holding() {
        return holding;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        var settings =
                new OutboxSettings(holding, PROCESSING_TIMEOUT, 1 << 20, Retention.keep(), ordering, holdExhausted);
        return new MySqlOutbox(
                layout, "shop.outbox_events", database.fence(true), database.connections()::borrow, settings);
    }

    @Override
    public Incarnation join(String name) {
        try {
            return database.join(name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void fence(Incarnation owner) {
        try {
            database.fence(owner);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        update(
                isCatbox()
                        ? "INSERT INTO outbox_events (event_type, id, aggregate_id, payload, created_at) VALUES ('EVENT', ?, ?, ?, ?)"
                        : "INSERT INTO outbox_events VALUES (?, 'EVENT', ?, ?, 'PENDING', 0, ?, NULL, NULL)",
                id,
                group,
                payload,
                Moments.text(createdAt, 0));
    }

    @Override
    public RowState row(String id) {
        if (isCatbox()) {
            return state("""
                    SELECT CASE WHEN t.sent_at IS NOT NULL THEN 'COMPLETED' WHEN t.in_progress_until IS NULL THEN 'PENDING'
                                WHEN t.in_progress_until > '9999-01-01' THEN 'FAILED' ELSE 'PROCESSING' END,
                           coalesce(g.attempts, 0), coalesce(g.error, '\u0001')
                    FROM outbox_events t LEFT JOIN signalbox_failures g ON g.id = t.id WHERE t.id = '%s'""".formatted(id));
        }
        return state("SELECT status, retry_count, coalesce(error_message, '\u0001') FROM outbox_events WHERE id = '"
                + id + "'");
    }

    /** @param sql asks for a row's status, its attempts and its error */
    RowState state(String sql) {
        try {
            String[] row = database.value(sql).split("\\|", 3);
            return new RowState(row[0], Integer.parseInt(row[1]), row[2].equals("\u0001") ? null : row[2]);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int claimsOnRecord() {
        try {
            return Integer.parseInt(database.value("SELECT count(*) FROM signalbox_claims"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void holdElsewhere(String id, Duration ago) {
        update(
                isCatbox()
                        ? "UPDATE outbox_events SET in_progress_until = UTC_TIMESTAMP(6) + INTERVAL 5 MINUTE - INTERVAL ? SECOND WHERE id = ?"
                        : "UPDATE outbox_events SET status = 'PROCESSING', processed_at = NOW() - INTERVAL ? SECOND WHERE id = ?",
                ago.toSeconds(),
                id);
    }

    @Override
    public Lock lock(String id) {
        try {
            Connection connection = database.connect();
            connection.setAutoCommit(false);
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT 1 FROM outbox_events WHERE id = ? FOR UPDATE")) {
                statement.setString(1, id);
                statement.executeQuery();
            }
            return () -> close(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void close(Connection connection) {
        try {
            // Closing alone lets the server end the transaction when it comes to it.
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void update(String sql, @Nullable Object... values) {
        try {
            database.run(sql, values);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        database.close();
    }
}

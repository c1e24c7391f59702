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

    MySqlFixture(TestServer server, Holding holding) throws SQLException {
        this.holding = holding;
        this.database = TestDatabase.create(server);
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
                OutboxLayout.flowcatalyst(),
                "shop.outbox_events",
                database.fence(true),
                database.connections()::borrow,
                settings);
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
                "INSERT INTO outbox_events VALUES (?, 'EVENT', ?, ?, 'PENDING', 0, ?, NULL, NULL)",
                id,
                group,
                payload,
                Moments.text(createdAt, 0));
    }

    @Override
    public RowState row(String id) {
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
                "UPDATE outbox_events SET status = 'PROCESSING', processed_at = NOW() - INTERVAL ? SECOND WHERE id = ?",
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

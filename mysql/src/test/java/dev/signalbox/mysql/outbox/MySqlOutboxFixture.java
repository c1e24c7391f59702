package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.OutboxFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The table of a replaced system, with only its own indexes, in its own database. */
final class MySqlOutboxFixture implements OutboxFixture {
    private final MySqlPresetTable seed;
    private final ClaimMode claimMode;
    private final MySqlDatabaseFixture database;

    MySqlOutboxFixture(MySqlTestServer server, ClaimMode claimMode) throws SQLException {
        this(server, MySqlPresetTable.FLOWCATALYST, claimMode);
    }

    MySqlOutboxFixture(MySqlTestServer server, MySqlPresetTable seed, ClaimMode claimMode) throws SQLException {
        this.seed = seed;
        this.claimMode = claimMode;
        this.database = MySqlDatabaseFixture.create(server);
        seed.making().make(database);
    }

    @Override
    public boolean remembersAttempts() {
        return !seed.layout().recordsFailuresAside();
    }

    MySqlDatabaseFixture database() {
        return database;
    }

    @Override
    public ClaimMode claimMode() {
        return claimMode;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        var settings =
                new OutboxSettings(claimMode, PROCESSING_TIMEOUT, 1 << 20, Retention.keep(), ordering, holdExhausted);
        return new MySqlOutbox(
                seed.layout(), "shop.outbox_events", database.fence(true), database.connections()::borrow, settings);
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
        update(seed.insert(), id, group, payload, UtcTimestamps.text(createdAt, 0));
    }

    @Override
    public RowState row(String id) {
        return state(seed.row().formatted(id));
    }

    /** @param sql selects a row's status, attempts and error */
    RowState state(String sql) {
        try {
            String[] row = database.value(sql).split("\\|", 3);
            return new RowState(
                    row[0], Integer.parseInt(row[1]), row[2].equals(MySqlPresetTable.NO_ERROR) ? null : row[2]);
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
        update(seed.hold(), ago.toSeconds(), id);
    }

    @Override
    public Lock lock(String id) {
        try {
            Connection connection = database.connect();
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement("SELECT 1 FROM %s WHERE %s = ? FOR UPDATE"
                    .formatted(seed.layout().table(), seed.layout().columns().id()))) {
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
            // After a mere close, the server ends the transaction at some later time.
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

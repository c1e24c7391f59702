package dev.signalbox.postgres.owntable;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.fixture.SqlOutboxFixture;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.outbox.LeasedOutboxFixture;
import dev.signalbox.testkit.contract.OutboxFixture.RowState;
import dev.signalbox.testkit.server.QueryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/** The table in its own database, with a trigger that keeps deleted rows. */
final class PostgresOwnTableFixture implements LeasedOutboxFixture {
    static final String RELAY = "public.signalbox_outbox";

    private final PostgresDatabaseFixture database;
    private final PostgresConnections connections;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    PostgresOwnTableFixture() throws SQLException {
        this.database = PostgresDatabaseFixture.create();
        this.connections = PostgresConnections.open(database.settings(), "table");
        PostgresSideSchema.prepare(connections);
        database.execute(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
        database.execute("""
                CREATE TABLE done (id text, attempts int);
                CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS
                'BEGIN INSERT INTO done VALUES (OLD.id, OLD.attempts); RETURN OLD; END';
                CREATE TRIGGER keep AFTER DELETE ON signalbox_outbox FOR EACH ROW EXECUTE FUNCTION keep();
                """);
    }

    PostgresConnections connections() {
        return connections;
    }

    Connection connect() throws SQLException {
        return database.connect();
    }

    @Override
    public ClaimMode claimMode() {
        return ClaimMode.OWN;
    }

    @Override
    public boolean hasStates() {
        return false;
    }

    @Override
    public PostgresOwnTable newSource(Ordering ordering, boolean holdExhausted) {
        return newSource(ordering, holdExhausted, ReadAheadBuffer.BufferLimits.DEFAULTS);
    }

    PostgresOwnTable newSource(Ordering ordering, boolean holdExhausted, ReadAheadBuffer.BufferLimits bufferLimits) {
        var settings = new OutboxSettings(
                ClaimMode.OWN, PROCESSING_TIMEOUT, 1 << 20, new Retention.Keep(), ordering, holdExhausted);
        return new PostgresOwnTable(
                PostgresOwnTable.DEFAULT_NAME,
                RELAY,
                new PostgresLeaseFence(connections),
                connections::borrow,
                settings,
                bufferLimits);
    }

    /** Derives the position from the time, because other tables are ordered by time. */
    @Override
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        String digits = id.replaceAll("\\D", "");
        long tie = digits.isEmpty() ? id.charAt(id.length() - 1) : Long.parseLong(digits) % 1_000;
        update(
                "INSERT INTO signalbox_outbox (position, id, message_group, type, payload, created_at)"
                        + " VALUES (?, ?, ?, 'EVENT', ?, ?)",
                createdAt.getEpochSecond() * 1_000 + tie,
                id,
                group,
                payload,
                OffsetDateTime.ofInstant(createdAt, ZoneOffset.UTC));
    }

    @Override
    public boolean enlarge(String id, LimitedPart part, int letters) {
        String column = switch (part) {
            case ID -> "id";
            case GROUP -> "message_group";
            case TYPE -> "type";
            case HEADERS -> "headers";
        };
        // A table that was made before its columns were limited
        update("ALTER TABLE signalbox_outbox DROP CONSTRAINT IF EXISTS signalbox_outbox_limits");
        String value = part == LimitedPart.HEADERS ? "jsonb_build_object('k', CAST(? AS text))" : "?";
        update("UPDATE signalbox_outbox SET " + column + " = " + value + " WHERE id = ?", "x".repeat(letters), id);
        return true;
    }

    /** Commits a row as an application does. */
    void insert(String id, @Nullable String group) {
        update(
                "INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES (?, ?, 'EVENT', ?)",
                id,
                group,
                "payload of " + id);
    }

    @Override
    public int claimsOnRecord() {
        return Integer.parseInt(rows("SELECT count(*) FROM signalbox.claims").getFirst());
    }

    @Override
    public RowState row(String id) {
        List<String> found = rows("""
                SELECT 'FAILED', attempts, reason FROM signalbox_outbox_failed WHERE id = '%1$s'
                UNION ALL
                SELECT 'PENDING', attempts, last_error FROM signalbox_outbox WHERE id = '%1$s'
                UNION ALL
                SELECT 'COMPLETED', attempts, NULL FROM done WHERE id = '%1$s'""".formatted(id));
        String[] columns = found.getFirst().split("\\|", 3);
        return new RowState(columns[0], Integer.parseInt(columns[1]), columns[2].equals("null") ? null : columns[2]);
    }

    /** Other programs cannot mark rows of this table. */
    @Override
    public void holdElsewhere(String id, Duration ago) {}

    @Override
    public Lock lock(String id) {
        try {
            Connection connection = connect();
            connection.setAutoCommit(false);
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT 1 FROM signalbox_outbox WHERE id = ? FOR UPDATE")) {
                statement.setString(1, id);
                statement.executeQuery();
            }
            return () -> rollBack(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void rollBack(Connection connection) {
        try (connection) {
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void run(String sql) {
        try {
            database.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows of a query, with their columns joined by bars. */
    List<String> rows(String sql) {
        return run(connection -> QueryRows.read(connection, sql));
    }

    long number(String sql) {
        return Long.parseLong(rows(sql).getFirst());
    }

    @Override
    public void update(String sql, @Nullable Object... values) {
        run(connection -> {
            SqlOutboxFixture.update(connection, sql, values);
            return true;
        });
    }

    /** Reuses connections, because to open one takes longer than most statements. */
    private <T> T run(SqlWork<T> work) {
        try {
            Connection known = idle.poll();
            Connection connection = known != null && known.isValid(0) ? known : connect();
            T result = work.run(connection);
            idle.push(connection);
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        connections.close();
        try {
            for (Connection connection : idle) {
                connection.close();
            }
            database.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.fixture.SqlOutboxFixture;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.testkit.contract.OutboxFixture.RowState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A preset's table with only its own indexes, in its own database; FlowCatalyst's by default. */
final class PostgresOutboxFixture extends SqlOutboxFixture implements LeasedOutboxFixture {
    private final PostgresPresetTable seed;

    private final PostgresDatabaseFixture database;
    private final PostgresConnections connections;

    PostgresOutboxFixture(ClaimMode claimMode) throws SQLException {
        this(PostgresPresetTable.FLOWCATALYST, claimMode);
    }

    PostgresOutboxFixture(PostgresPresetTable seed, ClaimMode claimMode) throws SQLException {
        super(seed.layout(), claimMode, seed.hold());
        this.seed = seed;
        this.database = PostgresDatabaseFixture.create();
        this.connections = PostgresConnections.open(database.settings(), "contract");
        database.execute(OutboxTestDatabase.resource(seed.resource()));
        PostgresSideSchema.prepare(connections);
    }

    @Override
    protected Connection connect() throws SQLException {
        return database.connect();
    }

    @Override
    protected Optional<String> widen(String table, String column) {
        try {
            String type = database.value(
                    "SELECT data_type FROM information_schema.columns WHERE table_name = '%s' AND column_name = '%s'"
                            .formatted(table.replace("\"", ""), column));
            return type.equals("text") || type.equals("character varying")
                    ? Optional.of("ALTER TABLE %s ALTER COLUMN %s TYPE text".formatted(table, column))
                    : Optional.empty();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected String jsonObject() {
        return "jsonb_build_object('k', CAST(? AS text))";
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        return new PostgresOutbox(
                seed.layout(),
                "public.outbox_events",
                new PostgresLeaseFence(connections),
                connections::borrow,
                settings(ordering, holdExhausted));
    }

    @Override
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        update(seed.insert(), id, group, payload, LocalDateTime.ofInstant(createdAt, ZoneOffset.UTC));
    }

    @Override
    public int claimsOnRecord() {
        try {
            return Integer.parseInt(database.value("SELECT count(*) FROM signalbox.claims"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public RowState row(String id) {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(seed.row())) {
            statement.setString(1, id);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new RowState(row.getString(1), row.getInt(2), row.getString(3));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        super.close();
        connections.close();
        try {
            database.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.fixture.SqlOutboxFixture;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.OutboxFixture.RowState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of a replaced system, with only its own indexes, in its own database. */
final class MySqlOutboxFixture extends SqlOutboxFixture {
    private final MySqlPresetTable seed;

    private final MySqlDatabaseFixture database;

    MySqlOutboxFixture(MySqlTestServer server, ClaimMode claimMode) throws SQLException {
        this(server, MySqlPresetTable.FLOWCATALYST, claimMode);
    }

    MySqlOutboxFixture(MySqlTestServer server, MySqlPresetTable seed, ClaimMode claimMode) throws SQLException {
        super(seed.layout(), claimMode, seed.hold());
        this.seed = seed;
        this.database = MySqlDatabaseFixture.create(server);
        seed.making().make(database);
    }

    MySqlDatabaseFixture database() {
        return database;
    }

    @Override
    protected Connection connect() throws SQLException {
        return database.connect();
    }

    /** A column of an index cannot be longer than the index allows. */
    @Override
    protected Optional<String> widen(String table, String column) {
        String find = """
                SELECT 1
                FROM information_schema.columns c
                LEFT JOIN information_schema.statistics s USING (table_schema, table_name, column_name)
                WHERE c.table_schema = DATABASE() AND c.table_name = ? AND c.column_name = ? AND s.index_name IS NULL
                  AND c.data_type IN ('varchar', 'text', 'mediumtext', 'longtext')
                """;
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(find)) {
            statement.setString(1, table);
            statement.setString(2, column);
            try (ResultSet found = statement.executeQuery()) {
                return found.next()
                        ? Optional.of("ALTER TABLE %s MODIFY %s longtext".formatted(table, column))
                        : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected String jsonObject() {
        return "json_object('k', ?)";
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        return new MySqlOutbox(
                seed.layout(),
                "shop.outbox_events",
                database.fence(true),
                database.connections()::borrow,
                settings(ordering, holdExhausted));
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
    public void outdateEnds() {
        update("UPDATE signalbox_suspects SET ended_at = ended_at - INTERVAL 30 MINUTE");
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
    public void close() {
        super.close();
        database.close();
    }
}

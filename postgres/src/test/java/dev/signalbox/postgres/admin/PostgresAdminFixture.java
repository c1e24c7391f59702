package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.admin.JdbcRelayControl;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The FlowCatalyst table on PostgreSQL. */
class PostgresAdminFixture implements OutboxAdminFixture {
    static final String RELAY = "public.outbox_events";

    private final PostgresDatabaseFixture database = PostgresDatabaseFixture.create();
    private final PostgresConnections connections = PostgresConnections.open(database.settings(), "admin");
    private final OutboxLayout layout;
    private @Nullable PostgresConnections limited;

    PostgresAdminFixture() throws SQLException {
        this(OutboxLayouts.FLOWCATALYST.layout(), """
                CREATE TABLE outbox_events (
                    id VARCHAR(40) PRIMARY KEY, type VARCHAR(20) NOT NULL, message_group VARCHAR(255), payload TEXT NOT NULL,
                    status VARCHAR(20) NOT NULL, retry_count INT NOT NULL DEFAULT 0, created_at TIMESTAMP NOT NULL,
                    processed_at TIMESTAMP, error_message TEXT);
                CREATE INDEX ON outbox_events (status, message_group, created_at)""");
    }

    PostgresAdminFixture(OutboxLayout layout, String ddl) throws SQLException {
        this.layout = layout;
        database.execute(ddl);
        database.execute(PostgresSideSchema.ddl());
    }

    PostgresDatabaseFixture database() {
        return database;
    }

    PostgresConnections connections() {
        return connections;
    }

    @Override
    public OutboxAdmin admin(boolean holdExhausted) {
        OutboxSettings usual = OutboxSettings.DEFAULTS;
        var settings = new OutboxSettings(
                usual.claimMode(),
                usual.processingTimeout(),
                usual.maxPayloadBytes(),
                usual.retention(),
                usual.ordering(),
                holdExhausted);
        return new StatusTableAdmin(PostgresAdminDialect.INSTANCE, layout, RELAY, true, connections::borrow, settings);
    }

    @Override
    public OutboxAdmin adminWithoutDelete() throws SQLException {
        String role = database.role("reader");
        database.execute("GRANT SELECT, UPDATE ON outbox_events TO " + role);
        PostgresConnections opened = PostgresConnections.open(database.settingsFor(role), "admin");
        limited = opened;
        return new StatusTableAdmin(
                PostgresAdminDialect.INSTANCE, layout, RELAY, false, opened::borrow, OutboxSettings.DEFAULTS);
    }

    @Override
    public RelayControl register(RelaySharing relaySharing) {
        return new JdbcRelayControl(PostgresAdminDialect.INSTANCE, connections::borrow, RELAY, relaySharing);
    }

    @Override
    public String relays() {
        return "signalbox.relays";
    }

    @Override
    public void insert(String status, @Nullable String group, int from, int to) throws SQLException {
        database.execute("""
                INSERT INTO outbox_events
                SELECT '%2$s-' || lpad(s::text, 6, '0'), CASE WHEN s %% 2 = 0 THEN 'EVEN' ELSE 'ODD' END, %3$s, '{"n":' || s || '}',
                       '%1$s', 0, timestamp '2024-01-01' + s * interval '1 s',
                       CASE WHEN '%1$s' = 'PENDING' THEN NULL ELSE timestamp '2024-02-01' + s * interval '1 s' END,
                       CASE WHEN '%1$s' = 'FAILED' THEN 'HTTP 400 because of ' || s END
                FROM generate_series(%4$d, %5$d) s""".formatted(
                status, group == null ? "ungrouped" : group, group == null ? "NULL" : "'" + group + "'", from, to));
    }

    @Override
    public void insertMany(int rows, int groups, String oldest) throws SQLException {
        database.execute("""
                INSERT INTO outbox_events
                SELECT 'm' || s, 'EVENT', 'group ' || lpad((s %% %d)::text, 5, '0'), '{}', 'PENDING', 0,
                       now() AT TIME ZONE 'UTC' FROM generate_series(1, %d) s;
                UPDATE outbox_events SET created_at = now() AT TIME ZONE 'UTC' - interval '2 days' WHERE id = '%s';
                ANALYZE outbox_events""".formatted(groups, rows, oldest));
    }

    @Override
    public void createdAgo(@Nullable String status, Duration ago) throws SQLException {
        database.execute("UPDATE outbox_events SET created_at = now() AT TIME ZONE 'UTC' - interval '" + ago.toSeconds()
                + " s'" + (status == null ? "" : " WHERE status = '" + status + "'"));
    }

    @Override
    public void payload(String id, String payload) throws SQLException {
        database.execute("UPDATE outbox_events SET payload = '" + payload + "' WHERE id = '" + id + "'");
    }

    @Override
    public void suspect(String id, int level, int crashes) throws SQLException {
        database.execute("INSERT INTO signalbox.suspects VALUES ('" + RELAY + "', '" + id + "', " + level + ", "
                + crashes + ", false)");
    }

    @Override
    public void mark(String id, Instant since) throws SQLException {
        database.execute("UPDATE outbox_events SET status = 'PROCESSING', processed_at = timestamptz '" + since
                + "' AT TIME ZONE 'UTC' WHERE id = '" + id + "'");
    }

    @Override
    public void claim(String incarnation, String node, String id, Instant at) throws SQLException {
        owner(incarnation, node, Duration.ofHours(1));
        database.execute("INSERT INTO signalbox.claims VALUES ('" + incarnation + "', 1, '" + RELAY + "', '" + at
                + "', '{" + id + "}')");
    }

    @Override
    public void forgetClaims() throws SQLException {
        database.execute("DELETE FROM signalbox.claims");
    }

    @Override
    public void owner(String incarnation, String node, Duration leaseLeft, int... shards) throws SQLException {
        database.execute("INSERT INTO signalbox.nodes VALUES ('" + incarnation + "', '" + node
                + "', now(), now() + interval '" + leaseLeft.toSeconds() + " s')");
        for (int shard : shards) {
            database.execute("INSERT INTO signalbox.shards VALUES ('" + RELAY + "', " + shard + ", '" + incarnation
                    + "'), ('other', " + shard + ", '" + incarnation + "')");
        }
    }

    @Override
    public void forgetOwners() throws SQLException {
        database.execute("DELETE FROM signalbox.shards; DELETE FROM signalbox.nodes");
    }

    @Override
    public int count(String status) throws SQLException {
        return Integer.parseInt(
                database.value("SELECT count(*) FROM outbox_events t WHERE " + state() + " = '" + status + "'"));
    }

    /** The expression for the state of a row. */
    String state() {
        return "status";
    }

    @Override
    public String row(String id) throws SQLException {
        return database.value("SELECT status || retry_count || coalesce(processed_at::text, '')"
                + " || coalesce(error_message, '') FROM outbox_events WHERE id = '" + id + "'");
    }

    @Override
    public void dropRelays() throws SQLException {
        database.execute("DROP TABLE signalbox.relays");
    }

    @Override
    public void close() throws SQLException {
        connections.close();
        if (limited != null) {
            limited.close();
        }
        database.close();
    }
}

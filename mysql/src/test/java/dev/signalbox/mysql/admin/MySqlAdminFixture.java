package dev.signalbox.mysql.admin;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.admin.JdbcRelayControl;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A table on MySQL or MariaDB: FlowCatalyst's, with longer ids, and with timestamps in whole seconds, as an application
 * writes them; or Signalbox's own.
 */
class MySqlAdminFixture implements OutboxAdminFixture {
    static final String RELAY = "shop.outbox_events";
    private static final String INTO = """
            INSERT INTO outbox_events
                (id, type, message_group, payload, status, retry_count, created_at, processed_at, error_message)
            """;
    static final String NUMBERS = """
            WITH d AS (SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6
                       UNION SELECT 7 UNION SELECT 8 UNION SELECT 9),
                 s AS (SELECT a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n AS n FROM d a, d b, d c, d e, d f)
            """;

    private final MySqlDatabaseFixture database;
    private final OutboxLayout layout;
    private @Nullable MySqlConnections limited;
    private @Nullable String user;

    MySqlAdminFixture(MySqlDatabaseFixture database, OutboxLayout layout) {
        this.database = database;
        this.layout = layout;
    }

    static MySqlAdminFixture ofSeed(MySqlTestServer server) throws SQLException {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        database.run("ALTER TABLE outbox_events MODIFY id VARCHAR(40)");
        return new MySqlAdminFixture(database, OutboxLayouts.FLOWCATALYST.layout());
    }

    static MySqlAdminFixture ofOwnTable(MySqlTestServer server) throws SQLException {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        return new MySqlAdminFixture(database, database.makeOwnTable());
    }

    MySqlDatabaseFixture database() {
        return database;
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
        return admin(true, database.connections(), settings);
    }

    @Override
    public OutboxAdmin adminWithoutDelete() throws SQLException {
        String name = database.value("SELECT DATABASE()");
        user = name + "_r";
        database.run("CREATE USER " + user + " IDENTIFIED BY 'secret'");
        database.run("GRANT SELECT, UPDATE ON outbox_events TO " + user);
        MySqlConnections opened =
                MySqlConnections.open(MySqlSettings.of(database.settings().url(), user, "secret"), "admin");
        limited = opened;
        return admin(false, opened, OutboxSettings.DEFAULTS);
    }

    private OutboxAdmin admin(boolean side, MySqlConnections connections, OutboxSettings settings) {
        return layout.position() == null
                ? new StatusTableAdmin(MySqlAdminDialect.INSTANCE, layout, RELAY, side, connections::borrow, settings)
                : MySqlAdminDialect.ofOwnTable(layout.table(), RELAY, side, connections::borrow, settings);
    }

    /** Substitutes the columns that have other names in other tables. */
    private String named(String sql) {
        OutboxLayout.Columns columns = layout.columns();
        return sql.replace("retry_count", String.valueOf(columns.retryCount()))
                .replace("processed_at", columns.processedAt())
                .replace("error_message", String.valueOf(columns.errorMessage()));
    }

    @Override
    public RelayControl register(RelaySharing relaySharing) {
        return new JdbcRelayControl(MySqlAdminDialect.INSTANCE, database.connections()::borrow, RELAY, relaySharing);
    }

    @Override
    public String relays() {
        return "signalbox_relays";
    }

    @Override
    public void insert(String status, @Nullable String group, int from, int to) throws SQLException {
        database.run(
                named(INTO) + NUMBERS + """
                        SELECT concat(?, '-', lpad(s.n, 6, '0')), if(s.n % 2 = 0, 'EVEN', 'ODD'), ?, concat('{"n":', s.n, '}'), ?, 0,
                               timestamp '2024-01-01 00:00:00' + INTERVAL s.n SECOND,
                               if(? = 'PENDING', NULL, timestamp '2024-02-01 00:00:00' + INTERVAL s.n SECOND),
                               if(? = 'FAILED', concat('HTTP 400 because of ', s.n), NULL)
                        FROM s WHERE s.n BETWEEN ? AND ? ORDER BY s.n""",
                group == null ? "ungrouped" : group,
                group,
                status,
                status,
                status,
                from,
                to);
    }

    @Override
    public void insertMany(int rows, int groups, String oldest) throws SQLException {
        database.run(named(INTO) + NUMBERS + """
                        SELECT concat('m', s.n), 'EVENT', concat('group ', lpad(s.n % ?, 5, '0')), '{}', 'PENDING', 0,
                               UTC_TIMESTAMP(), NULL, NULL
                        FROM s WHERE s.n BETWEEN 1 AND ? ORDER BY s.n""", groups, rows);
        database.run("UPDATE outbox_events SET created_at = UTC_TIMESTAMP() - INTERVAL 2 DAY WHERE id = ?", oldest);
        if (layout.position() != null) {
            // Older rows have lower numbers
            database.run("UPDATE outbox_events SET position = -1 WHERE id = ?", oldest);
        }
        database.run("ANALYZE TABLE outbox_events");
    }

    @Override
    public void createdAgo(@Nullable String status, Duration ago) throws SQLException {
        database.run(
                "UPDATE outbox_events SET created_at = UTC_TIMESTAMP() - INTERVAL ? SECOND WHERE status = coalesce(?, status)",
                ago.toSeconds(),
                status);
    }

    @Override
    public void payload(String id, String payload) throws SQLException {
        database.run("UPDATE outbox_events SET payload = ? WHERE id = ?", payload, id);
    }

    @Override
    public void suspect(String id, int level, int crashes) throws SQLException {
        database.run(
                "INSERT INTO signalbox_suspects (relay, id, level, crashes) VALUES (?, ?, ?, ?)",
                RELAY,
                id,
                level,
                crashes);
    }

    @Override
    public void mark(String id, Instant since) throws SQLException {
        database.run(
                named(
                        "UPDATE outbox_events SET status = 'PROCESSING', processed_at = ?, created_at = created_at WHERE id = ?"),
                text(since),
                id);
    }

    static String text(Instant moment) {
        return moment.toString().replace('T', ' ').replace("Z", "");
    }

    @Override
    public void claim(String incarnation, String node, String id, Instant at) throws SQLException {
        owner(incarnation, node, Duration.ofHours(1));
        database.run(
                "INSERT INTO signalbox_claims (relay, incarnation, number, claimed_at, ids) VALUES (?, ?, 1, ?, json_array(?))",
                RELAY,
                incarnation,
                text(at),
                id);
    }

    @Override
    public void forgetClaims() throws SQLException {
        database.run("DELETE FROM signalbox_claims");
    }

    @Override
    public void owner(String incarnation, String node, Duration leaseLeft, int... shards) throws SQLException {
        database.run("INSERT INTO signalbox_nodes VALUES (?, ?, UTC_TIMESTAMP(6), 'shards')", incarnation, node);
        database.run(
                "INSERT INTO signalbox_leases VALUES (?, UTC_TIMESTAMP(6) + INTERVAL ? SECOND, '')",
                incarnation,
                leaseLeft.toSeconds());
        for (int shard : shards) {
            for (String relay : new String[] {RELAY, "other"}) {
                database.run(
                        "INSERT INTO signalbox_shards VALUES (?, ?, ?, UTC_TIMESTAMP(6))", relay, shard, incarnation);
            }
        }
    }

    @Override
    public void forgetOwners() throws SQLException {
        for (String table : new String[] {"shards", "nodes", "leases"}) {
            database.run("DELETE FROM signalbox_" + table);
        }
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
        return database.value(named("SELECT concat(status, retry_count, coalesce(processed_at, ''),"
                + " coalesce(error_message, '')) FROM outbox_events WHERE id = '" + id + "'"));
    }

    @Override
    public void dropRelays() throws SQLException {
        database.run("DROP TABLE signalbox_relays");
    }

    @Override
    public void close() throws SQLException {
        if (limited != null) {
            limited.close();
            database.run("DROP USER " + user);
        }
        database.close();
    }
}

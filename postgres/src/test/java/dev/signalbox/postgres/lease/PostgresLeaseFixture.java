package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.fixture.SqlLeaseFixture;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseDatabase;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.testkit.lease.NodeComponents;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A fresh database with the side schema. */
final class PostgresLeaseFixture extends SqlLeaseFixture<PostgresConnections> {
    private static final String LEASE = """
            WITH lease AS MATERIALIZED (
                SELECT incarnation FROM signalbox.nodes WHERE incarnation = ? FOR KEY SHARE
            )
            """;
    private static final String NO_LEASE = "WITH lease AS (SELECT CAST(? AS text) AS incarnation)";
    private static final String ADD = " INSERT INTO public.ledger (incarnation) SELECT incarnation FROM lease";
    private static final String SIGN =
            " UPDATE public.ledger SET incarnation = lease.incarnation FROM lease WHERE id = 0";

    private final PostgresDatabaseFixture database = PostgresDatabaseFixture.create();

    PostgresLeaseFixture() throws SQLException {
        super(PostgresLeaseFixture::write);
        database.execute(PostgresSideSchema.ddl());
        database.execute("CREATE TABLE ledger (id serial PRIMARY KEY, incarnation text NOT NULL)");
        database.execute("INSERT INTO ledger VALUES (0, '')");
    }

    PostgresDatabaseFixture database() {
        return database;
    }

    /** The components of a node with these connections. */
    static NodeComponents parts(PostgresConnections connections, String node, RelaySharing sharing) {
        return components(new PostgresLeases(connections), connections, node, sharing, PostgresLeaseFixture::write);
    }

    @Override
    protected LeaseDatabase leases(PostgresConnections connections) {
        return new PostgresLeases(connections);
    }

    @Override
    public PostgresConnections connect(int port, String node) {
        PostgresSettings settings = PostgresSettings.of(
                        database.urlThrough(port), PostgresDatabaseFixture.SUPERUSER, "secret")
                .withPoolSize(2);
        return PostgresConnections.open(settings, node);
    }

    private static boolean write(Connection connection, boolean byLeaseRow, Incarnation owner, boolean add)
            throws SQLException {
        String sql = (byLeaseRow ? LEASE : NO_LEASE) + (add ? ADD : SIGN);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, owner.value());
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public int port() {
        return PostgresDatabaseFixture.port();
    }

    @Override
    public void expire(String node, Duration in) throws SQLException {
        database.execute("UPDATE signalbox.nodes SET expires_at = now() + interval '" + in.toMillis()
                + " milliseconds' WHERE node = '" + node + "'");
    }

    @Override
    public void fence(String node) throws SQLException {
        database.execute("DELETE FROM signalbox.nodes WHERE node = '" + node + "'");
    }

    @Override
    public HeldLock writeUnderWay(String node) throws SQLException {
        return transaction("SELECT 1 FROM signalbox.nodes WHERE node = '" + node + "' FOR KEY SHARE");
    }

    private HeldLock transaction(String sql) throws SQLException {
        return HeldLock.by(sql, database.connect());
    }

    @Override
    public String now() throws SQLException {
        return database.value("SELECT clock_timestamp()");
    }

    @Override
    public void releaseLate(Incarnation incarnation, String relay, int[] shards, String seen) throws SQLException {
        try (Connection slow = database.connect()) {
            new PostgresLeaseTable(slow, incarnation, new ForeignLocks(Clock.SYSTEM))
                    .release(relay, LeaseTable.parts(RelaySharing.SPREAD, Shards.of(shards)), seen);
        }
    }

    @Override
    public void pause(String relay) throws SQLException {
        database.execute("INSERT INTO signalbox.relays VALUES ('" + relay + "', now(), 'me', 'a trial')"
                + " ON CONFLICT (relay) DO UPDATE SET paused_at = now(), paused_by = 'me', pause_reason = 'a trial'");
    }

    @Override
    public void resume(String relay) throws SQLException {
        database.execute("UPDATE signalbox.relays SET paused_at = NULL WHERE relay = '" + relay + "'");
    }

    @Override
    public void addNode(String node, Duration leaseLeft, String relay, boolean owns) throws SQLException {
        database.execute("INSERT INTO signalbox.nodes VALUES ('" + node + "', '" + node
                + "', now() - interval '1 day', now() + interval '" + leaseLeft.toMillis() + " milliseconds', '{"
                + relay + "}', 'shards')");
        if (owns) {
            database.execute("INSERT INTO signalbox.shards VALUES ('" + relay + "', 0, '" + node + "')");
        }
    }

    @Override
    public void endLeaseSessions() throws SQLException {
        database.value("SELECT count(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity"
                + " WHERE application_name LIKE '% lease' AND datname = current_database()");
    }

    @Override
    public void endLockSession(String node, String relay) throws SQLException {
        database.value("SELECT count(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity WHERE application_name = '"
                + "signalbox/" + node + " lock' AND datname = current_database()");
    }

    @Override
    public List<String> nodes() throws SQLException {
        return list("SELECT string_agg(node, ',' ORDER BY node) FROM signalbox.nodes");
    }

    @Override
    public List<String> owners(String relay) throws SQLException {
        return list("SELECT string_agg(DISTINCT incarnation, ',') FROM signalbox.shards WHERE relay = '" + relay + "'");
    }

    @Override
    public boolean acquiredAfter(String relay, String time) throws SQLException {
        return database.value("SELECT bool_and(acquired_at >= '" + time + "') FROM signalbox.shards WHERE relay = '"
                        + relay + "'")
                .equals("t");
    }

    @Override
    public String leaseEnd(String node) throws SQLException {
        return database.value("SELECT expires_at FROM signalbox.nodes WHERE node = '" + node + "'");
    }

    @Override
    public List<String> fencedTable() throws SQLException {
        return list("SELECT string_agg(incarnation, ',' ORDER BY id) FROM ledger WHERE incarnation <> ''");
    }

    @Override
    public HeldLock lockFencedTable() throws SQLException {
        return transaction("SELECT 1 FROM ledger FOR UPDATE");
    }

    @Override
    public HeldLock lockAsStranger(String relay) throws SQLException {
        return HeldLock.by(
                "SELECT pg_advisory_lock(" + AdvisoryLockKey.ofLeader(relay).value() + ")",
                DriverManager.getConnection(database.url(), database.role("stranger"), "secret"));
    }

    @Override
    public boolean isLockAwaited() throws SQLException {
        return !database.value("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE wait_event_type = 'Lock' AND datname = current_database()")
                .equals("0");
    }

    private List<String> list(String sql) throws SQLException {
        String joined = database.value(sql);
        return joined.equals("null") ? List.of() : Arrays.asList(joined.split(",", -1));
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}

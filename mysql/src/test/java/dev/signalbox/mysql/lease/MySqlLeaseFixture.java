package dev.signalbox.mysql.lease;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.fixture.SqlLeaseFixture;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseDatabase;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.lease.NodeComponents;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A fresh database with the side schema, on MariaDB or on the MySQL that the environment names. */
final class MySqlLeaseFixture extends SqlLeaseFixture<MySqlConnections> {
    private static final String ADD = "INSERT INTO ledger (incarnation) VALUES (?)";
    private static final String SIGN = "UPDATE ledger SET incarnation = ? WHERE id = 1";

    private final MySqlTestServer server;
    private final MySqlDatabaseFixture database;

    MySqlLeaseFixture(MySqlTestServer server) throws SQLException {
        super(MySqlLeaseFixture::write);
        this.server = server;
        this.database = MySqlDatabaseFixture.create(server);
        database.run("CREATE TABLE ledger (id int PRIMARY KEY AUTO_INCREMENT, incarnation varchar(64) NOT NULL)");
        database.run("INSERT INTO ledger (incarnation) VALUES ('')");
    }

    MySqlDatabaseFixture database() {
        return database;
    }

    /** The components of a node with these connections. */
    static NodeComponents parts(MySqlConnections connections, String node, RelaySharing sharing) {
        return components(new MySqlLeases(connections), connections, node, sharing, MySqlLeaseFixture::write);
    }

    @Override
    protected LeaseDatabase leases(MySqlConnections connections) {
        return new MySqlLeases(connections);
    }

    @Override
    public MySqlConnections connect(int port, String node) {
        String url = database.settings().url().replace(":" + port() + "/", ":" + port + "/");
        MySqlSettings settings = MySqlSettings.of(url, server.user(), "").withPoolSize(2);
        return MySqlConnections.open(settings, node);
    }

    private static boolean write(Connection connection, boolean byLeaseRow, Incarnation owner, boolean add)
            throws SQLException {
        if (byLeaseRow && !leaseTable(connection, owner).lockOwnLease()) {
            return false;
        }
        try (PreparedStatement statement = connection.prepareStatement(add ? ADD : SIGN)) {
            statement.setString(1, owner.value());
            return statement.executeUpdate() == 1;
        }
    }

    static MySqlLeaseTable leaseTable(Connection connection, Incarnation owner) {
        return new MySqlLeaseTable(connection, owner, new WritingSessions(), new ForeignLocks(Clock.SYSTEM));
    }

    @Override
    public int port() {
        return URI.create(server.url().substring("jdbc:".length())).getPort();
    }

    @Override
    public void expire(String node, Duration in) throws SQLException {
        database.run("UPDATE signalbox_leases SET expires_at = UTC_TIMESTAMP(6) + INTERVAL " + in.toMillis() * 1_000
                + " MICROSECOND WHERE incarnation IN (SELECT incarnation FROM signalbox_nodes WHERE node = '" + node
                + "')");
    }

    @Override
    public void fence(String node) throws SQLException {
        database.run("DELETE FROM signalbox_nodes WHERE node = '" + node + "'");
    }

    @Override
    public HeldLock writeUnderWay(String node) throws SQLException {
        return transaction(
                "SELECT 1 FROM signalbox_nodes WHERE incarnation = '" + incarnationOf(node) + "' LOCK IN SHARE MODE");
    }

    private String incarnationOf(String node) throws SQLException {
        return database.value("SELECT incarnation FROM signalbox_nodes WHERE node = '" + node + "'");
    }

    private HeldLock transaction(String sql) throws SQLException {
        return HeldLock.by(sql, database.connect());
    }

    @Override
    public String now() throws SQLException {
        return database.value("SELECT UTC_TIMESTAMP(6)");
    }

    @Override
    public void releaseLate(Incarnation incarnation, String relay, int[] shards, String seen) throws SQLException {
        try (Connection slow = database.connect()) {
            leaseTable(slow, incarnation)
                    .release(relay, LeaseTable.parts(RelaySharing.SPREAD, Shards.of(shards)), seen);
        }
    }

    @Override
    public void pause(String relay) throws SQLException {
        database.run("UPDATE signalbox_relays SET paused_at = UTC_TIMESTAMP(6), paused_by = 'me',"
                + " pause_reason = 'a trial' WHERE relay = '" + relay + "'");
    }

    @Override
    public void resume(String relay) throws SQLException {
        database.run("UPDATE signalbox_relays SET paused_at = NULL WHERE relay = '" + relay + "'");
    }

    @Override
    public void addNode(String node, Duration leaseLeft, String relay, boolean owns) throws SQLException {
        database.run("INSERT INTO signalbox_nodes VALUES ('" + node + "', '" + node
                + "', UTC_TIMESTAMP(6) - INTERVAL 1 DAY, 'shards')");
        database.run("INSERT INTO signalbox_leases (incarnation, expires_at) VALUES ('" + node
                + "', UTC_TIMESTAMP(6) + INTERVAL " + leaseLeft.toMillis() * 1_000 + " MICROSECOND)");
        database.run("INSERT INTO signalbox_candidates VALUES ('" + relay + "', '" + node + "')");
        if (owns) {
            database.run("INSERT INTO signalbox_shards VALUES ('" + relay + "', 0, '" + node + "', UTC_TIMESTAMP(6))");
        }
    }

    /** {@inheritDoc} A session does not show its purpose, so all sessions of this database end. */
    @Override
    public void endLeaseSessions() throws SQLException {
        for (String session : sessions()) {
            end(session);
        }
    }

    /** {@inheritDoc} A leader has a lock only if the side schema is missing. */
    @Override
    public void endLockSession(String node, String relay) throws SQLException {
        try (Connection connection = database.connect()) {
            List<String> holder = new LeaseStatementRunner(connection, Map.of())
                    .column(MySqlLeaseSql.HOLDER.sql(), Map.of("relay", relay));
            if (!holder.getFirst().isEmpty()) {
                end(holder.getFirst());
            }
        }
    }

    private void end(String session) throws SQLException {
        try {
            database.run("KILL CONNECTION " + session);
        } catch (SQLException e) {
            // The session may have ended by itself since.
            if (e.getErrorCode() != 1094) {
                throw e;
            }
        }
    }

    private List<String> sessions() throws SQLException {
        return database.rows(
                "SELECT id FROM information_schema.processlist WHERE db = DATABASE()" + " AND id <> CONNECTION_ID()");
    }

    @Override
    public List<String> nodes() throws SQLException {
        return database.rows("SELECT node FROM signalbox_nodes ORDER BY node");
    }

    @Override
    public List<String> owners(String relay) throws SQLException {
        return database.rows("SELECT DISTINCT incarnation FROM signalbox_shards WHERE relay = '" + relay + "'");
    }

    @Override
    public boolean acquiredAfter(String relay, String time) throws SQLException {
        return database.value(
                        "SELECT min(acquired_at) >= '" + time + "' FROM signalbox_shards WHERE relay = '" + relay + "'")
                .equals("1");
    }

    @Override
    public String leaseEnd(String node) throws SQLException {
        return database.value(
                "SELECT expires_at FROM signalbox_leases WHERE incarnation = '" + incarnationOf(node) + "'");
    }

    @Override
    public List<String> fencedTable() throws SQLException {
        return database.rows("SELECT incarnation FROM ledger WHERE incarnation <> '' ORDER BY id");
    }

    @Override
    public HeldLock lockFencedTable() throws SQLException {
        return transaction("SELECT 1 FROM ledger WHERE id = 1 FOR UPDATE");
    }

    @Override
    public HeldLock lockAsStranger(String relay) throws SQLException {
        String lock = database.value(
                "SELECT concat('signalbox:', left(sha2(concat(hex(database()), ':', '" + relay + "'), 256), 48))");
        database.run("CREATE USER IF NOT EXISTS 'stranger'@'%' IDENTIFIED BY 'secret'");
        return HeldLock.by(
                "SELECT GET_LOCK('" + lock + "', 0)",
                DriverManager.getConnection(server.url() + server.parameters(), "stranger", "secret"));
    }

    /** {@inheritDoc} InnoDB does not refresh its own list of waits while it is read continuously. */
    @Override
    public boolean isLockAwaited() throws SQLException {
        return !database.rows("SELECT id FROM information_schema.processlist"
                        + " WHERE info LIKE 'UPDATE ledger%' AND db = DATABASE()")
                .isEmpty();
    }

    @Override
    public void close() {
        database.close();
    }
}

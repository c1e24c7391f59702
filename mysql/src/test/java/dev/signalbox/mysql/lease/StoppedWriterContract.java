package dev.signalbox.mysql.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that stop during a write while their connection stays open do not delay a takeover for long. */
abstract class StoppedWriterContract {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** Larger than the buffers between the server and a node. */
    private static final String LONG_ANSWER = "SELECT REPEAT('x', 1000000) FROM information_schema.columns LIMIT 100";

    private MySqlLeaseFixture database;

    abstract MySqlTestServer server() throws Exception;

    @BeforeEach
    void create() throws Exception {
        database = new MySqlLeaseFixture(server());
    }

    @AfterEach
    void drop() {
        database.close();
    }

    @Test
    void whoNeedsTheirShardsEndsTheirSilentSessions() throws Exception {
        AtomicBoolean wakesUp = new AtomicBoolean();
        AtomicBoolean written = new AtomicBoolean();
        // The server itself would wait much longer for the next packet
        try (MySqlConnections connections = connect(MINUTE);
                Node a = new Node(connections);
                LeaseNode b = LeaseNode.join("b", database.open("b", RelaySharing.SPREAD), TTL);
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                LeaseFixture.HeldLock _ = () -> wakesUp.set(true)) {
            Future<Boolean> write = threads.submit(() -> a.leases.fence().write(a.incarnation, connection -> {
                a.hold(connection);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO ledger (incarnation) VALUES ('a')");
                }
                written.set(true);
                await().atMost(MINUTE).untilTrue(wakesUp);
                return true;
            }));
            await().untilTrue(written);
            a.coordinator.renew(a.incarnation, TTL);
            database.expire("a", Duration.ofSeconds(-3));

            awaitTakeover(b);
            wakesUp.set(true);
            assertThatThrownBy(write::get).hasCauseInstanceOf(SQLException.class);
            assertThat(database.fencedTable()).isEmpty();
        }
    }

    @Test
    void theServerEndsASessionThatDoesNotTakeItsAnswer() throws Exception {
        try (MySqlConnections connections = connect(Duration.ofSeconds(1));
                Node a = new Node(connections);
                LeaseNode b = LeaseNode.join("b", database.open("b", RelaySharing.SPREAD), TTL);
                Connection connection = connections.openOwn("pool")) {
            connection.setAutoCommit(false);
            a.hold(connection);
            // Never closed: closing would read the rest of the result
            Statement statement = connection.createStatement();
            takeRowByRow(statement);
            ResultSet answer = statement.executeQuery(LONG_ANSWER);
            assertThat(answer.next()).isTrue();
            database.expire("a", Duration.ofSeconds(-3));

            awaitTakeover(b);
            assertThatThrownBy(() -> takeAll(answer)).isInstanceOf(SQLException.class);
            connection.abort(Runnable::run);
        }
    }

    private static void awaitTakeover(LeaseNode heir) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(heir.acquire(1)).isEqualTo(new Acquisition.Acquired(Shards.of(1))));
    }

    /** MySQL's driver needs a special fetch size for it. */
    private void takeRowByRow(Statement statement) throws SQLException {
        statement.setFetchSize(hasMySqlsDriver() ? Integer.MIN_VALUE : 1);
    }

    private boolean hasMySqlsDriver() {
        return database.database().settings().url().startsWith("jdbc:mysql:");
    }

    private static void takeAll(ResultSet answer) throws SQLException {
        int rows = 0;
        while (answer.next()) {
            rows++;
        }
        throw new AssertionError("all " + rows + " rows came");
    }

    private MySqlConnections connect(Duration idleInTransaction) {
        TimeLimits usual = TimeLimits.DEFAULTS;
        TimeLimits limits = new TimeLimits(
                usual.connect(), usual.borrow(), MINUTE.plusSeconds(5), MINUTE, usual.lock(), idleInTransaction);
        MySqlSettings settings = database.database().settings();
        return MySqlConnections.open(
                new MySqlSettings(url(settings), settings.username(), settings.password(), 2, limits), "a");
    }

    /** MySQL's driver would raise the server's write time-out while it streams a result. */
    private String url(MySqlSettings settings) {
        String separator = settings.url().contains("?") ? "&" : "?";
        return hasMySqlsDriver() ? settings.url() + separator + "netTimeoutForStreamingResults=0" : settings.url();
    }

    /** A node that owns a shard. */
    private static final class Node implements AutoCloseable {
        final MySqlLeases leases;
        final Coordinator coordinator;
        final Incarnation incarnation;

        Node(MySqlConnections connections) throws Exception {
            this.leases = new MySqlLeases(connections);
            this.coordinator = leases.coordinator("a", RelaySharing.SPREAD);
            this.incarnation = coordinator.join(new Incarnation("a-1"), TTL, Set.of(LeaseNode.RELAY));
            coordinator.acquire(incarnation, LeaseNode.RELAY, Shards.of(1));
        }

        /** Starts a write in the way that all writes start. */
        void hold(Connection connection) throws SQLException {
            assertThat(MySqlLeaseFixture.leaseTable(connection, incarnation).lockOwnLease())
                    .isTrue();
        }

        @Override
        public void close() {
            coordinator.close();
        }
    }
}

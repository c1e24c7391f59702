package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LockOnlyCoordinatorTest {
    private static final Duration TTL = Duration.ofMillis(2_500);

    private final AtomicLong nanos = new AtomicLong();
    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.create();
        database.execute("CREATE TABLE outbox (id int PRIMARY KEY, status text)");
        database.execute("INSERT INTO outbox VALUES (1, 'PROCESSING')");
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void theLockIsUsedOneLeaseAfterItWasObtained() throws Exception {
        try (var a = node("a")) {
            assertThat(a.acquire()).isEqualTo(new Acquisition.Taken("a possible former owner", TTL));
            pass(TTL.minusMillis(1));
            assertThat(a.acquires()).isFalse();
            pass(Duration.ofMillis(1));
            assertThat(a.acquires()).isTrue();
            assertThat(a.renew()).isTrue();
        }
    }

    @Test
    void theOtherHearsWhoHasItAndFollowsWhenItIsGivenBack() throws Exception {
        try (var a = leading("a");
                var b = node("b")) {
            assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("signalbox/a lock", Duration.ofMillis(500)));
            a.release();

            assertThat(b.acquires()).isFalse();
            pass(TTL);
            assertThat(b.acquires()).isTrue();
        }
    }

    @Test
    void writesGoOverTheSessionThatHoldsTheLock() throws Exception {
        try (var a = leading("a")) {
            complete(a);

            assertThat(status()).isEqualTo("COMPLETED");
            assertThat(fence(a).<String>write(a.incarnation(), connection -> {
                        try (Statement statement = connection.createStatement();
                                var row = statement.executeQuery("SHOW application_name")) {
                            row.next();
                            return row.getString(1);
                        }
                    }))
                    .isEqualTo("signalbox/a lock");
        }
    }

    @Test
    void whoLosesItsSessionIsFencedForGood() throws Exception {
        try (var a = leading("a")) {
            a.loseLockSession(database);

            assertThat(a.renew()).isFalse();
            assertThatThrownBy(() -> complete(a)).isInstanceOf(OwnerFencedException.class);
            assertThat(a.acquire()).isEqualTo(new Acquisition.Fenced());
            assertThat(status()).isEqualTo("PROCESSING");
        }
    }

    @Test
    void aSettlementThatWaitsWhileItsSessionEndsChangesNothing() throws Exception {
        try (var a = leading("a");
                var b = node("b");
                Connection blocker = database.connect();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            blocker.setAutoCommit(false);
            run(blocker, "SELECT 1 FROM outbox FOR UPDATE");
            Future<?> settlement = threads.submit(() -> {
                complete(a);
                return null;
            });
            await().untilAsserted(() -> assertThat(database.value(
                            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'signalbox/a lock'"
                                    + " AND wait_event_type = 'Lock' AND datname = current_database()"))
                    .isEqualTo("1"));
            a.loseLockSession(database);
            b.acquire();
            pass(TTL);
            assertThat(b.acquires()).isTrue();
            blocker.rollback();

            assertThatThrownBy(settlement::get).hasCauseInstanceOf(SQLException.class);
            assertThat(status()).isEqualTo("PROCESSING");
        }
    }

    @Test
    void aFailedWriteLeavesTheSessionUsable() throws Exception {
        try (var a = leading("a")) {
            assertThatThrownBy(() -> fence(a).write(a.incarnation(), connection -> run(connection, "SELECT 1 / 0")))
                    .isInstanceOf(SQLException.class);

            complete(a);
            assertThat(a.renew()).isTrue();
            assertThat(status()).isEqualTo("COMPLETED");
        }
    }

    private TestNode node(String name) throws Exception {
        return TestNode.lockOnly(name, database.settings(), TTL, nanos::get);
    }

    private TestNode leading(String name) throws Exception {
        TestNode node = node(name);
        assertThat(node.acquires()).isFalse();
        pass(TTL);
        assertThat(node.acquires()).isTrue();
        return node;
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static Fence fence(TestNode node) {
        return new LockSessionFence((LockOnlyCoordinator) node.coordinator());
    }

    private static void complete(TestNode node) throws SQLException {
        fence(node)
                .write(
                        node.incarnation(),
                        connection -> run(connection, "UPDATE outbox SET status = 'COMPLETED' WHERE id = 1"));
    }

    private String status() throws SQLException {
        return database.value("SELECT status FROM outbox");
    }

    private static boolean run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}

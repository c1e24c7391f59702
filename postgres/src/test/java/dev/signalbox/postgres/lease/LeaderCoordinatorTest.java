package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderCoordinatorTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofMillis(2_500);

    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.create();
        TestNode.prepareSchema(database);
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Test
    void oneOwnsAndTheOtherHearsWhoAndWhenToAskAgain() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquire()).isEqualTo(new Acquisition.Acquired(Shards.ALL));

            assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("a", Duration.ofSeconds(1)));
            assertThat(owner()).isEqualTo(a.incarnation().value());
        }
    }

    @Test
    void askingAgainIsAllowedAndOneReleaseIsEnough() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            assertThat(a.acquires()).isTrue();
            a.release();

            assertThat(b.acquires()).isTrue();
        }
    }

    @Test
    void resigningHandsOverAtOnce() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            a.resign();

            assertThat(b.acquires()).isTrue();
            assertThat(a.renew()).isFalse();
            assertThat(a.acquire()).isEqualTo(new Acquisition.Fenced());
            assertThat(database.value("SELECT string_agg(node, ',') FROM signalbox.nodes"))
                    .isEqualTo("b");
        }
    }

    @Test
    void aKilledLeaderIsReplacedWithinThreeSecondsButNotBeforeItsLeaseEnds() throws Exception {
        try (var a = node("a", USUAL);
                var b = node("b", USUAL)) {
            assertThat(a.acquires()).isTrue();
            assertThat(a.renew()).isTrue();
            String leaseEnd = database.value("SELECT expires_at FROM signalbox.nodes WHERE node = 'a'");
            a.loseLockSession(database);

            long killed = System.nanoTime();
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofSeconds(5))
                    .until(b::acquires);

            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(3));
            assertThat(database.value("SELECT acquired_at >= '" + leaseEnd + "' FROM signalbox.shards"))
                    .isEqualTo("t");
            assertThat(a.renew()).isFalse();
        }
    }

    @Test
    void takenSaysWhenTheLeaseEnds() throws Exception {
        try (var a = node("a", Duration.ofMillis(800));
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            assertThat(a.renew()).isTrue();

            assertThat(b.acquire())
                    .isInstanceOfSatisfying(
                            Acquisition.Taken.class,
                            taken -> assertThat(taken.tryAgainIn())
                                    .isBetween(Duration.ofMillis(50), Duration.ofMillis(810)));
        }
    }

    @Test
    void fencingWaitsForTheFormerOwnersWritesAndThenItWritesNoMore() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG);
                Connection write = database.connect()) {
            assertThat(a.acquires()).isTrue();
            write.setAutoCommit(false);
            assertThat(locksLease(write, a)).isTrue();
            a.loseLockSession(database);
            expire(a);

            assertThat(b.acquire()).isInstanceOf(Acquisition.Taken.class);
            assertThat(owner()).isEqualTo(a.incarnation().value());
            write.commit();

            assertThat(b.acquires()).isTrue();
            assertThat(locksLease(write, a)).isFalse();
            write.rollback();
        }
    }

    @Test
    void aLeaseThatRanOutIsRenewedIfNobodyTookOver() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            expire(a);

            assertThat(b.acquire()).isInstanceOf(Acquisition.Taken.class);
            assertThat(a.renew()).isTrue();
            assertThat(b.acquire()).isEqualTo(new Acquisition.Taken("a", Duration.ofSeconds(1)));
        }
    }

    @Test
    void ownershipSurvivesTheLossOfTheLockSession() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            a.loseLockSession(database);
            assertThat(b.acquire()).isInstanceOf(Acquisition.Taken.class);

            assertThat(a.renew()).isTrue();
            expire(a);
            assertThat(b.acquire()).as("the lock is held again").isInstanceOf(Acquisition.Taken.class);
            assertThat(a.acquires()).isTrue();
        }
    }

    @Test
    void whoComesBackToALockInOtherHandsIsFenced() throws Exception {
        try (var a = node("a", LONG);
                Connection other = database.connect()) {
            assertThat(a.acquires()).isTrue();
            a.loseLockSession(database);
            run(
                    other,
                    "SELECT pg_advisory_lock("
                            + RelayKey.ofLeader(TestNode.RELAY).value() + ")");

            assertThat(a.renew()).isFalse();
            assertThat(database.value("SELECT count(*) FROM signalbox.nodes")).isEqualTo("0");
        }
    }

    @Test
    void aFencedOwnerLearnsItAndLetsGo() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            database.execute("DELETE FROM signalbox.nodes WHERE node = 'a'");

            assertThat(a.acquire()).isEqualTo(new Acquisition.Fenced());
            assertThat(a.renew()).isFalse();
            assertThat(b.acquires()).isTrue();
            a.joinAgain();
            assertThat(a.acquire()).isInstanceOf(Acquisition.Taken.class);
        }
    }

    @Test
    void theLongDeadAreForgottenUnlessTheyOwnSomething() throws Exception {
        database.execute("INSERT INTO signalbox.nodes VALUES ('x', 'dead', now(), now() - interval '2 hours'),"
                + " ('y', 'owner', now(), now() - interval '2 hours'), ('z', 'late', now(), now())");
        database.execute("INSERT INTO signalbox.shards VALUES ('other', 0, 'y')");

        try (var a = node("a", LONG)) {
            assertThat(database.value("SELECT string_agg(node, ',' ORDER BY node) FROM signalbox.nodes"))
                    .isEqualTo("a,late,owner");
            assertThat(a.renew()).isTrue();
        }
    }

    @Test
    void theLockSessionEndsSoonAfterItsHeartbeats() throws Exception {
        try (var a = node("a", USUAL)) {
            assertThat(a.acquires()).isTrue();
            await().atMost(Duration.ofSeconds(8))
                    .untilAsserted(() -> assertThat(database.value("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE application_name = 'signalbox/a lock' AND datname = current_database()"))
                            .isEqualTo("0"));
        }
    }

    private TestNode node(String name, Duration ttl) throws Exception {
        return TestNode.leader(name, database.settings(), ttl);
    }

    private String owner() throws SQLException {
        return database.value("SELECT incarnation FROM signalbox.shards");
    }

    private void expire(TestNode node) throws SQLException {
        database.execute("UPDATE signalbox.nodes SET expires_at = now() - interval '1 millisecond' WHERE node = '"
                + node.name() + "'");
    }

    private static boolean locksLease(Connection connection, TestNode node) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT 1 FROM signalbox.nodes WHERE incarnation = '"
                        + node.incarnation() + "' FOR KEY SHARE")) {
            return row.next();
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

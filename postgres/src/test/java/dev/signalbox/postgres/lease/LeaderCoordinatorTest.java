package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.ForeignLocks;
import dev.signalbox.jdbc.lease.LeaseTable;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.testkit.lease.LeaderCoordinatorContract;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaderCoordinatorTest extends LeaderCoordinatorContract {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofMillis(2_500);
    private static final String SHARED = AdvisoryLockKey.identityWithLock("public.events", 4856221667890123456L);
    /** Incarnations of older versions have no mark of the server. */
    private static final String OLD_NODE = "INSERT INTO signalbox.nodes (incarnation, node, expires_at, relays)"
            + " VALUES ('old', 'old', now() + interval '1 minute', '{shop-events}')";

    @Override
    protected LeaseFixture fixture() throws SQLException {
        return new PostgresLeaseFixture();
    }

    @Test
    void aLeaseThatRanOutIsRenewedIfNobodyTookOver() throws Exception {
        try (var a = node("a", LONG);
                var b = node("b", LONG)) {
            assertThat(a.acquires()).isTrue();
            database().expire("a", Duration.ofMillis(-1));

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
            database().endLockSession("a", LeaseNode.RELAY);
            assertThat(b.acquire()).isInstanceOf(Acquisition.Taken.class);

            assertThat(a.renew()).isTrue();
            database().expire("a", Duration.ofMillis(-1));
            assertThat(b.acquire()).as("the lock is held again").isInstanceOf(Acquisition.Taken.class);
            assertThat(a.acquires()).isTrue();
        }
    }

    @Test
    void whoComesBackToALockInOtherHandsKeepsWhatTheRowsSay() throws Exception {
        try (var a = node("a", LONG);
                Connection other = server().connect()) {
            assertThat(a.acquires()).isTrue();
            database().endLockSession("a", LeaseNode.RELAY);
            run(other, lock(LeaseNode.RELAY));

            assertThat(a.renew()).isTrue();
            assertThat(a.writes()).isTrue();
        }
    }

    @Test
    void whoComesBackToALockOfAnotherProgramIsFenced() throws Exception {
        try (var connections = connect("a");
                var coordinator = new PostgresLeases(connections).coordinator("a", RelaySharing.WHOLE);
                Connection other = server().connect()) {
            Incarnation a = coordinator.join(new Incarnation("a"), LONG, Set.of(SHARED));
            assertThat(coordinator.acquire(a, SHARED, Shards.ALL)).isInstanceOf(Acquisition.Acquired.class);
            database().endLockSession("a", SHARED);
            run(other, lock(SHARED));

            assertThat(coordinator.renew(a, LONG)).isEqualTo(Renewal.FENCED);
            assertThat(database().nodes()).isEmpty();
        }
    }

    @Test
    void aLockOfAnotherProgramIsHonouredAndItsHolderNamed() throws Exception {
        try (var connections = connect("a")) {
            PostgresLeases leases = new PostgresLeases(connections);
            try (var coordinator = leases.coordinator("a", RelaySharing.WHOLE)) {
                Incarnation a = coordinator.join(new Incarnation("a"), LONG, Set.of(SHARED));
                try (LeaseFixture.HeldLock _ = database().lockAsStranger(SHARED)) {
                    assertThat(coordinator.acquire(a, SHARED, Shards.ALL)).isInstanceOf(Acquisition.Taken.class);
                    assertThat(leases.foreignLocks().of(SHARED).orElseThrow().text())
                            .matches("its lock is held by a session that is no node: process \\d+ of user "
                                    + server().name() + "_stranger from 127\\.0\\.0\\.1 connected since 20.*");
                }
                await().until(() -> coordinator.acquire(a, SHARED, Shards.ALL) instanceof Acquisition.Acquired);
                assertThat(leases.foreignLocks().of(SHARED)).isEmpty();
            }
        }
    }

    @Test
    void aNodeOfOursThatHoldsALockIsNoStranger() throws Exception {
        try (var first = connect("a");
                var second = connect("b")) {
            PostgresLeases leases = new PostgresLeases(second);
            try (var a = new PostgresLeases(first).coordinator("a", RelaySharing.WHOLE);
                    var b = leases.coordinator("b", RelaySharing.WHOLE)) {
                Incarnation leader = a.join(new Incarnation("a"), LONG, Set.of(SHARED));
                assertThat(a.acquire(leader, SHARED, Shards.ALL)).isInstanceOf(Acquisition.Acquired.class);
                Incarnation standby = b.join(new Incarnation("b"), LONG, Set.of(SHARED));
                assertThat(b.acquire(standby, SHARED, Shards.ALL)).isInstanceOf(Acquisition.Taken.class);
                database().expire("a", Duration.ofMillis(-1));
                assertThat(b.acquire(standby, SHARED, Shards.ALL)).isInstanceOf(Acquisition.Taken.class);

                assertThat(leases.foreignLocks().of(SHARED)).isEmpty();
            }
        }
    }

    @Test
    void aNodeOfAnOlderVersionThatTakesOverUnderTheLockIsTheOnlyOne() throws Exception {
        try (var a = node("a", LONG)) {
            server().execute(OLD_NODE);
            try (LeaseFixture.HeldLock _ = database().lockAsStranger(LeaseNode.RELAY)) {
                assertThat(a.acquire()).as("it may be in a takeover").isInstanceOf(Acquisition.Taken.class);
                database().expire("old", Duration.ofSeconds(-30));
                assertThat(a.acquire()).as("its takeover may still run").isInstanceOf(Acquisition.Taken.class);

                database().expire("old", Duration.ofSeconds(-61));
                assertThat(a.acquires()).isTrue();
            }
        }
    }

    @Test
    void aNodeOfAnOlderVersionCanNotJoinWhileTheRowAloneDecides() throws Exception {
        try (var a = node("a", LONG);
                Connection newer = server().connect();
                Connection old = server().connect();
                LeaseFixture.HeldLock _ = database().lockAsStranger(LeaseNode.RELAY)) {
            newer.setAutoCommit(false);
            LeaseTable leases = leases(newer, a.incarnation());
            assertThat(leases.lock(LeaseNode.RELAY)).isTrue();
            run(old, "SET lock_timeout = 100");
            assertThatThrownBy(() -> run(old, OLD_NODE)).hasMessageContaining("lock timeout");
            assertThat(leases.own(LeaseNode.RELAY, LeaseTable.wholeRelay())).containsExactly(LeaseTable.WHOLE);
            newer.commit();

            run(old, OLD_NODE);
            // What a node of the older version runs under the lock
            assertThat(leases(old, new Incarnation("old")).own(LeaseNode.RELAY, LeaseTable.wholeRelay()))
                    .isEmpty();
        }
    }

    @Test
    void theLockSessionEndsSoonAfterItsHeartbeats() throws Exception {
        try (var a = node("a", USUAL)) {
            assertThat(a.acquires()).isTrue();
            await().atMost(Duration.ofSeconds(8))
                    .untilAsserted(() -> assertThat(server().value("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE application_name = 'signalbox/a lock' AND datname = current_database()"))
                            .isEqualTo("0"));
        }
    }

    private static String lock(String relay) {
        return "SELECT pg_advisory_lock(" + AdvisoryLockKey.ofLeader(relay).value() + ")";
    }

    private static LeaseTable leases(Connection connection, Incarnation incarnation) {
        return new PostgresLeaseTable(connection, incarnation, new ForeignLocks(Clock.SYSTEM));
    }

    private PostgresConnections connect(String node) {
        return ((PostgresLeaseFixture) database()).connect(PostgresDatabaseFixture.port(), node);
    }

    private LeaseNode node(String name, Duration ttl) throws Exception {
        return LeaseNode.join(name, database().open(name, RelaySharing.WHOLE), ttl);
    }

    private PostgresDatabaseFixture server() {
        return ((PostgresLeaseFixture) database()).database();
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}

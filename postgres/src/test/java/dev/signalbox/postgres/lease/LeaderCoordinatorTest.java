package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.testkit.lease.LeaderCoordinatorContract;
import dev.signalbox.testkit.lease.LeaseFixture;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaderCoordinatorTest extends LeaderCoordinatorContract {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofMillis(2_500);

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
    void whoComesBackToALockInOtherHandsIsFenced() throws Exception {
        try (var a = node("a", LONG);
                Connection other = server().connect()) {
            assertThat(a.acquires()).isTrue();
            database().endLockSession("a", LeaseNode.RELAY);
            run(
                    other,
                    "SELECT pg_advisory_lock("
                            + AdvisoryLockKey.ofLeader(LeaseNode.RELAY).value() + ")");

            assertThat(a.renew()).isFalse();
            assertThat(database().nodes()).isEmpty();
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

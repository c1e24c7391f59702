package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Acquisition.Acquired;
import dev.signalbox.core.coordination.Renewal;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.jdbc.lease.Parts;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShardCoordinatorTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final String FENCED_WRITE = """
            WITH lease AS MATERIALIZED (
                SELECT incarnation FROM signalbox.nodes WHERE incarnation = ? FOR KEY SHARE
            )
            INSERT INTO ledger (incarnation) SELECT incarnation FROM lease
            """;

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
    void eachGetsWhatNobodyElseHas() throws Exception {
        try (var a = shards("a");
                var b = shards("b")) {
            assertThat(a.acquire(0, 1, 63)).isEqualTo(acquired(0, 1, 63));
            assertThat(b.acquire(1, 2)).isEqualTo(acquired(2));
            assertThat(a.acquire(1)).as("asking again is allowed").isEqualTo(acquired(1));
            assertThat(b.acquire(63)).isEqualTo(new Acquisition.Taken("a", Duration.ofSeconds(1)));

            assertThat(a.standing().mine()).isEqualTo(Shards.of(0, 1, 63));
            assertThat(b.standing().mine()).isEqualTo(Shards.of(2));
            assertThat(b.standing().free()).isEqualTo(Shards.ALL.minus(Shards.of(0, 1, 2, 63)));
        }
    }

    @Test
    void whatIsReleasedOrResignedIsFree() throws Exception {
        try (var a = shards("a");
                var b = shards("b")) {
            a.acquire(0, 1, 2);
            b.release(2);
            a.release(0);
            assertThat(b.standing().free()).isEqualTo(Shards.ALL.minus(Shards.of(1, 2)));

            a.resign();
            assertThat(b.standing().free()).isEqualTo(Shards.ALL);
            assertThat(a.coordinator().renew(a.incarnation(), TTL)).isEqualTo(Renewal.FENCED);
            assertThat(a.acquire(5)).isEqualTo(new Acquisition.Fenced());
        }
    }

    @Test
    void aReleaseThatArrivesLateGivesNothingBackThatWasAcquiredSince() throws Exception {
        try (var a = shards("a");
                Connection slow = database.connect()) {
            a.acquire(1, 2);
            String before = database.value("SELECT clock_timestamp()");
            a.release(1);
            a.acquire(1);

            new PostgresLeaseTable(slow, a.incarnation()).release(TestNode.RELAY, Parts.of(Shards.of(1, 2)), before);
            assertThat(a.standing().mine()).isEqualTo(Shards.of(1));
            a.release(1);
            assertThat(a.standing().mine()).isEqualTo(Shards.NONE);
        }
    }

    @Test
    void placesAreByAgeAndOnlyThoseWithALeaseCount() throws Exception {
        try (var a = shards("a");
                var b = shards("b");
                var c = shards("c")) {
            assertThat(a.standing()).extracting("contenders", "rank").containsExactly(3, 0);
            assertThat(b.standing()).extracting("contenders", "rank").containsExactly(3, 1);
            assertThat(c.standing()).extracting("contenders", "rank").containsExactly(3, 2);

            expire(a);
            assertThat(b.standing()).extracting("contenders", "rank").containsExactly(2, 0);
            assertThat(a.standing())
                    .as("its own lease is good as soon as it is renewed")
                    .extracting("contenders", "rank")
                    .containsExactly(3, 0);
        }
    }

    @Test
    void nodesThatWantOtherRelaysOrLeadDoNotCount() throws Exception {
        try (var a = shards("a");
                var leader = leader("leader")) {
            database.execute("INSERT INTO signalbox.nodes (incarnation, node, expires_at, relays, coordination)"
                    + " VALUES ('x', 'x', now() + interval '1 hour', '{another}', 'shards')");
            assertThat(a.standing().contenders()).isEqualTo(1);
            assertThat(leader.standing().contenders()).isEqualTo(1);
        }
    }

    @Test
    void theNextChangeIsTheEndOfAnothersLeaseButAtMostASecondAway() throws Exception {
        try (var a = shards("a");
                var b = shards("b")) {
            assertThat(b.standing().nextChange()).isEqualTo(Duration.ofSeconds(1));
            database.execute("UPDATE signalbox.nodes SET expires_at = now() + interval '700 ms' WHERE node = 'a'");
            assertThat(b.standing().nextChange()).isBetween(Duration.ZERO, Duration.ofMillis(700));
            assertThat(a.standing().nextChange()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void whoseLeaseHasRunOutIsFencedByWhoeverNeedsItsShards() throws Exception {
        database.execute("CREATE TABLE ledger (incarnation text NOT NULL)");
        try (var a = shards("a");
                var b = shards("b")) {
            a.acquire(0, 1, 2);
            assertThat(writes(a)).isEqualTo(1);
            expire(a);
            assertThat(b.standing().free()).isEqualTo(Shards.ALL);
            assertThat(b.acquire(7)).isEqualTo(acquired(7));
            assertThat(a.renew()).as("nothing of it was needed").isTrue();

            expire(a);
            assertThat(b.acquire(1)).isEqualTo(acquired(1));
            assertThat(a.coordinator().renew(a.incarnation(), TTL)).isEqualTo(Renewal.FENCED);
            assertThat(a.acquire(0)).isEqualTo(new Acquisition.Fenced());
            assertThat(writes(a)).isZero();
            assertThat(b.standing().free()).as("it has lost everything").isEqualTo(Shards.ALL.minus(Shards.of(1, 7)));
        }
    }

    @Test
    void aTakeoverPassesOverAnOwnerWhoseWriteIsUnderWay() throws Exception {
        try (var a = shards("a");
                var b = shards("b");
                Connection write = database.connect();
                Statement statement = write.createStatement()) {
            a.acquire(0, 1);
            write.setAutoCommit(false);
            statement.execute("SELECT 1 FROM signalbox.nodes WHERE node = 'a' FOR KEY SHARE");
            expire(a);

            assertThat(b.acquire(0, 2)).isEqualTo(acquired(2));
            assertThat(b.acquire(0)).isEqualTo(new Acquisition.Taken("a", Duration.ofMillis(200)));
            write.commit();
            assertThat(b.acquire(0)).isEqualTo(acquired(0));
        }
    }

    @Test
    void twoWhoseLeasesHaveRunOutMayTakeFromEachOtherOnlyOnce() throws Exception {
        try (var a = shards("a");
                var b = shards("b")) {
            a.acquire(0);
            b.acquire(1);
            expire(a);
            expire(b);
            assertThat(a.acquire(1)).isEqualTo(acquired(1));
            assertThat(b.acquire(0)).isEqualTo(new Acquisition.Fenced());
        }
    }

    @Test
    void aLeaderKeepsShardsAway() throws Exception {
        try (var leader = leader("leader");
                var a = shards("a")) {
            assertThat(leader.acquires()).isTrue();
            assertThat(leader.standing().mine()).isEqualTo(Shards.ALL);
            assertThat(a.standing().free()).isEqualTo(Shards.NONE);
            assertThat(a.acquire(3)).isEqualTo(new Acquisition.Taken("leader", Duration.ofSeconds(1)));

            leader.loseLockSession(database);
            assertThat(a.acquire(3)).as("its lease is good").isInstanceOf(Acquisition.Taken.class);
            expire(leader);
            assertThat(a.acquire(3)).isEqualTo(acquired(3));
            assertThat(leader.renew()).isFalse();
        }
    }

    @Test
    void shardsKeepALeaderAway() throws Exception {
        try (var a = shards("a");
                var b = shards("b");
                var leader = leader("leader")) {
            a.acquire(3);
            b.acquire(4);
            assertThat(leader.acquire()).isInstanceOf(Acquisition.Taken.class);
            expire(a);
            assertThat(leader.acquire()).isEqualTo(new Acquisition.Taken("b", Duration.ofSeconds(1)));
            b.release(4);

            assertThat(leader.acquires()).isTrue();
            assertThat(a.renew()).isFalse();
            assertThat(b.acquire(4)).isInstanceOf(Acquisition.Taken.class);
            leader.resign();
            assertThat(b.acquire(4)).isEqualTo(acquired(4));
        }
    }

    @Test
    void aLeaderWithoutASchemaKeepsShardsAway() throws Exception {
        try (var lockOnly = TestNode.lockOnly("lock-only", database.settings(), TTL, () -> 0);
                var a = shards("a")) {
            lockOnly.acquire();
            assertThat(a.acquire(3)).isInstanceOf(Acquisition.Taken.class);
            lockOnly.release();
            assertThat(a.acquire(3)).isEqualTo(acquired(3));
        }
    }

    @Test
    void everybodyHearsThatAnOperatorHasPausedARelay() throws Exception {
        try (var a = shards("a");
                var leader = leader("leader")) {
            assertThat(a.standing().paused()).isFalse();
            database.execute("INSERT INTO signalbox.relays VALUES ('" + TestNode.RELAY + "', now(), 'me', 'a trial')");
            assertThat(a.standing().paused()).isTrue();
            assertThat(leader.standing().paused()).isTrue();

            database.execute("UPDATE signalbox.relays SET paused_at = NULL");
            assertThat(a.standing().paused()).isFalse();
            assertThat(leader.standing().paused()).isFalse();
        }
    }

    @Test
    void aRenewalIsOneStatementInOneRoundTrip() throws Exception {
        try (var a = shards("a");
                var wire = new WireLog()) {
            a.acquire(1, 2);
            wire.forget();
            assertThat(a.renew()).isTrue();
            assertThat(wire.sent("Execute")).isEqualTo(1);
            assertThat(wire.sent("Sync")).isEqualTo(1);
        }
    }

    @Test
    void aRenewalThatHangsIsGivenUpInTimeForAnother() throws Exception {
        Duration ttl = Duration.ofMillis(2_500);
        try (var proxy = new FreezingProxy(TestDatabase.port());
                var a = TestNode.shards("a", through(proxy), ttl)) {
            proxy.freezePresentOnes();
            long start = System.nanoTime();
            assertThat(a.renew()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(600), Duration.ofSeconds(2));
            proxy.cut();
        }
    }

    @Test
    void aConnectionThatBrokeMeanwhileIsReplacedInTheSameCall() throws Exception {
        try (var a = shards("a")) {
            a.acquire(1);
            database.value("SELECT count(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity"
                    + " WHERE application_name = 'signalbox/a lease' AND datname = current_database()");
            assertThat(a.standing().mine()).isEqualTo(Shards.of(1));
        }
    }

    @Test
    void aFullPoolHoldsUpNoRenewal() throws Exception {
        try (var a = shards("a");
                Connection one = a.connections().borrow();
                Connection two = a.connections().borrow()) {
            assertThat(one).isNotSameAs(two);
            assertThat(a.renew()).isTrue();
            assertThat(a.acquire(1)).isEqualTo(acquired(1));
        }
    }

    private TestNode shards(String name) throws Exception {
        return TestNode.shards(name, database.settings(), TTL);
    }

    private TestNode leader(String name) throws Exception {
        return TestNode.leader(name, database.settings(), TTL);
    }

    private PostgresSettings through(FreezingProxy proxy) {
        return PostgresSettings.of(database.urlThrough(proxy.port()), TestDatabase.SUPERUSER, "secret");
    }

    private static Acquired acquired(int... shards) {
        return new Acquired(Shards.of(shards));
    }

    private void expire(TestNode node) throws SQLException {
        database.execute("UPDATE signalbox.nodes SET expires_at = now() - interval '1 millisecond' WHERE node = '"
                + node.name() + "'");
    }

    private static int writes(TestNode node) throws SQLException {
        return new LeaseFence(node.connections()).write(node.incarnation(), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(FENCED_WRITE)) {
                statement.setString(1, node.incarnation().value());
                return statement.executeUpdate();
            }
        });
    }
}

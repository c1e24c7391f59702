package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HalfOpenConnectionTest {
    private static final Duration TTL = Duration.ofMillis(2_500);
    private static final Duration LIMIT = Duration.ofSeconds(20);

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
    void aLeaderBehindADeadConnectionIsReplaced() throws Exception {
        try (var proxy = new FreezingProxy(TestDatabase.port());
                var a = TestNode.leader("a", through(proxy, TestDatabase.SUPERUSER), TTL);
                var b = TestNode.leader("b", database.settings(), TTL)) {
            assertThat(a.acquires()).isTrue();
            proxy.freeze();

            long start = System.nanoTime();
            await().atMost(LIMIT).until(() -> b.renew() && b.acquires());
            System.out.println("Replaced a half-open leader after "
                    + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
            proxy.letNewOnesPass();
            assertThat(a.renew()).isFalse();
            proxy.cut();
        }
    }

    @Test
    void theServerEndsTheSessionItselfWhereTheStandbyMayNot() throws Exception {
        String leader = database.role("leader");
        String standby = database.role("standby");
        database.execute("GRANT USAGE ON SCHEMA signalbox TO " + leader + ", " + standby);
        database.execute("GRANT ALL ON ALL TABLES IN SCHEMA signalbox TO " + leader + ", " + standby);
        try (var proxy = new FreezingProxy(TestDatabase.port());
                var a = TestNode.leader("a", through(proxy, leader), TTL);
                var b = TestNode.leader("b", database.settingsFor(standby), TTL)) {
            assertThat(a.acquires()).isTrue();
            proxy.freeze();

            await().atMost(LIMIT).until(() -> b.renew() && b.acquires());
            // Closed before the nodes are, which would wait for the answer to a farewell otherwise.
            proxy.cut();
        }
    }

    @Test
    void evenIfItHasAWriteUnderWayThatNeverEnds() throws Exception {
        try (var proxy = new FreezingProxy(TestDatabase.port());
                var a = TestNode.leader("a", through(proxy, TestDatabase.SUPERUSER), TTL);
                var b = TestNode.leader("b", database.settings(), TTL);
                Connection write = a.connections().openOwn("write");
                Statement statement = write.createStatement()) {
            assertThat(a.acquires()).isTrue();
            write.setAutoCommit(false);
            statement.execute("SELECT 1 FROM signalbox.nodes WHERE node = 'a' FOR KEY SHARE");
            proxy.freeze();

            long start = System.nanoTime();
            await().atMost(LIMIT).until(() -> b.renew() && b.acquires());
            System.out.println("Replaced a half-open leader in the midst of a write after "
                    + Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms");
            proxy.cut();
        }
    }

    @Test
    void callsOverADeadConnectionFailInTime() throws Exception {
        try (var proxy = new FreezingProxy(TestDatabase.port());
                var a = TestNode.leader("a", through(proxy, TestDatabase.SUPERUSER), Duration.ofMillis(500))) {
            proxy.freeze();

            long start = System.nanoTime();
            assertThatThrownBy(a::renew).isInstanceOf(CoordinationException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
            proxy.cut();
        }
    }

    @Test
    void aLeaderThatReconnectsTakesItsLocksFromItsOwnDeadSession() throws Exception {
        try (var proxy = new FreezingProxy(TestDatabase.port());
                var a = TestNode.leader("a", through(proxy, TestDatabase.SUPERUSER), TTL);
                var b = TestNode.leader("b", database.settings(), TTL)) {
            assertThat(a.acquires()).isTrue();
            proxy.freezePresentOnes();

            assertThat(a.renew()).isTrue();
            assertThat(b.acquires()).isFalse();
            assertThat(database.value("SELECT incarnation FROM signalbox.shards"))
                    .isEqualTo(a.incarnation().value());
        }
    }

    private PostgresSettings through(FreezingProxy proxy, String role) {
        return PostgresSettings.of(database.urlThrough(proxy.port()), role, "secret");
    }
}

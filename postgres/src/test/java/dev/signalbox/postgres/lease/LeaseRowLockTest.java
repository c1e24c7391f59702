package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Why writes lock the lease row FOR KEY SHARE and a takeover deletes it. */
class LeaseRowLockTest {
    private static final Duration TTL = Duration.ofSeconds(30);

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
    void renewalDoesNotWaitForAWriteThatHoldsTheLeaseForKeyShare() throws Exception {
        try (var node = TestNode.leader("a", database.settings(), TTL);
                Connection blockedWrite = database.connect()) {
            lockLease(blockedWrite, "FOR KEY SHARE");

            assertThat(node.renew()).isTrue();
            assertThat(node.acquires()).isTrue();
        }
    }

    @Test
    void itWouldWaitForOneThatHoldsItForShare() throws Exception {
        try (var node = TestNode.leader("a", database.settings(), TTL);
                Connection blockedWrite = database.connect()) {
            lockLease(blockedWrite, "FOR SHARE");

            assertThatThrownBy(node::renew)
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("lock timeout");
        }
    }

    @Test
    void renewalOvertakesATakeoverThatWaitsForAWriteAndSoSavesTheLease() throws Exception {
        try (var node = TestNode.leader("a", database.settings(), TTL);
                Connection blockedWrite = database.connect();
                Connection takeover = database.connect()) {
            lockLease(blockedWrite, "FOR KEY SHARE");
            database.execute("UPDATE signalbox.nodes SET expires_at = now() - interval '1 second'");
            Thread waiting = Thread.ofVirtual().start(() -> fence(takeover, node));
            await().untilAsserted(() -> assertThat(database.value("SELECT count(*) FROM pg_locks WHERE NOT granted"
                            + " AND database = (SELECT oid FROM pg_database"
                            + " WHERE datname = current_database())"
                            + " OR NOT granted AND locktype = 'transactionid'"))
                    .isNotEqualTo("0"));

            assertThat(node.renew()).isTrue();
            blockedWrite.commit();
            waiting.join();

            assertThat(node.renew())
                    .as("the takeover found a lease that is good again")
                    .isTrue();
        }
    }

    private static void fence(Connection connection, TestNode node) {
        try {
            new LeaseTable(connection).fence(node.incarnation());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void lockLease(Connection connection, String strength) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1 FROM signalbox.nodes " + strength);
        }
    }
}

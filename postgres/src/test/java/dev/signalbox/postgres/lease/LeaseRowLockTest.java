package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.lease.Parts;
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
    void aTakeoverPassesOverAnOwnerThatIsWritingAndSoARenewalCanSaveTheLease() throws Exception {
        try (var node = TestNode.leader("a", database.settings(), TTL);
                Connection blockedWrite = database.connect()) {
            assertThat(node.acquires()).isTrue();
            lockLease(blockedWrite, "FOR KEY SHARE");
            expireLease();
            fence();

            assertThat(node.renew()).isTrue();
            blockedWrite.commit();
            fence();
            assertThat(node.renew()).as("the lease is good again").isTrue();
            expireLease();
            fence();
            assertThat(node.renew()).isFalse();
        }
    }

    private void expireLease() throws SQLException {
        database.execute("UPDATE signalbox.nodes SET expires_at = now() - interval '1 second'");
    }

    private void fence() throws SQLException {
        try (Connection takeover = database.connect()) {
            new PostgresLeaseTable(takeover, new Incarnation("other")).fence(TestNode.RELAY, Parts.whole());
        }
    }

    private static void lockLease(Connection connection, String strength) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1 FROM signalbox.nodes " + strength);
        }
    }
}

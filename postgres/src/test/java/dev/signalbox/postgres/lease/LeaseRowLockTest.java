package dev.signalbox.postgres.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.testkit.lease.LeaseNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Why writes lock the lease row FOR KEY SHARE. */
class LeaseRowLockTest {
    private static final Duration TTL = Duration.ofSeconds(30);

    private PostgresLeaseFixture fixture;

    @BeforeEach
    void create() throws SQLException {
        fixture = new PostgresLeaseFixture();
    }

    @AfterEach
    void drop() throws SQLException {
        fixture.close();
    }

    @Test
    void renewalDoesNotWaitForAWriteThatHoldsTheLeaseForKeyShare() throws Exception {
        try (var node = LeaseNode.join("a", fixture.open("a", RelaySharing.WHOLE), TTL);
                Connection blockedWrite = fixture.database().connect()) {
            lockLease(blockedWrite, "FOR KEY SHARE");

            assertThat(node.renew()).isTrue();
            assertThat(node.acquires()).isTrue();
        }
    }

    @Test
    void itWouldWaitForOneThatHoldsItForShare() throws Exception {
        try (var node = LeaseNode.join("a", fixture.open("a", RelaySharing.WHOLE), TTL);
                Connection blockedWrite = fixture.database().connect()) {
            lockLease(blockedWrite, "FOR SHARE");

            assertThatThrownBy(node::renew)
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("lock timeout");
        }
    }

    private static void lockLease(Connection connection, String strength) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1 FROM signalbox.nodes " + strength);
        }
    }
}

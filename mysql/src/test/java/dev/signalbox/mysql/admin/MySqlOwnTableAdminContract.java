package dev.signalbox.mysql.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The admin contract for Signalbox's own table, on one of the servers. */
abstract class MySqlOwnTableAdminContract extends OutboxAdminContract {
    abstract MySqlTestServer server() throws Exception;

    @Override
    protected OutboxAdminFixture fixture() throws Exception {
        return MySqlAdminFixture.ofOwnTable(server());
    }

    @Test
    void whoHasClaimedAMessageThatWaitsIsShown() throws Exception {
        table().insert("PENDING", "a", 1, 2);
        Instant claimed = Instant.parse("2024-03-01T00:00:00Z");
        table().claim("life", "node-7", "a-000001", claimed);

        assertThat(table().admin(false).find("a-000001").orElseThrow().claim())
                .isEqualTo(new MessageDetails.ClaimHolder("life", "node-7", claimed, null));
        assertThat(table().admin(false).find("a-000002").orElseThrow().claim()).isNull();
    }
}

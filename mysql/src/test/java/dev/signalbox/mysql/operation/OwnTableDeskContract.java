package dev.signalbox.mysql.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.desk.DeskContract;
import dev.signalbox.testkit.desk.DeskFixture;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What operators ask of Signalbox's own table, on one of the servers. */
abstract class OwnTableDeskContract extends DeskContract {
    abstract TestServer server() throws Exception;

    @Override
    protected DeskFixture fixture() throws Exception {
        return MySqlDeskFixture.ofOwnTable(server());
    }

    @Test
    void whoHasClaimedAMessageThatWaitsIsShown() throws Exception {
        table().insert("PENDING", "a", 1, 2);
        Instant claimed = Instant.parse("2024-03-01T00:00:00Z");
        table().claim("life", "node-7", "a-000001", claimed);

        assertThat(table().desk(false).find("a-000001").orElseThrow().claim())
                .isEqualTo(new MessageDetails.Hold("life", "node-7", claimed, null));
        assertThat(table().desk(false).find("a-000002").orElseThrow().claim()).isNull();
    }
}

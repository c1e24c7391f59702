package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table without a word for claimed rows, with a table of processed events, passes the source contract. */
@Tag("slow")
class MariaDbEventOutboxContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlOutboxFixture(MySqlTestServer.named("mariadb"), MySqlPresetTable.EVENT_OUTBOX, ClaimMode.OWN);
    }
}

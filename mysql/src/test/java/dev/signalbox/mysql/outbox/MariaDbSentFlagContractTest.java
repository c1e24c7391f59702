package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table whose rows record only a sent flag passes the source contract. */
@Tag("slow")
class MariaDbSentFlagContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlOutboxFixture(MySqlTestServer.named("mariadb"), MySqlPresetTable.SENT_FLAG, ClaimMode.OWN);
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table whose rows record only a sent time passes the source contract. */
@Tag("slow")
class MariaDbSentAtContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlOutboxFixture(MySqlTestServer.named("mariadb"), MySqlPresetTable.SENT_AT, ClaimMode.OWN);
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.core.source.Holding;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.contract.ClaimSourceContract;
import dev.signalbox.testkit.contract.OutboxFixture;
import org.junit.jupiter.api.Tag;

/** A table that has no word for a held row, with notes beside it, does what every source does. */
@Tag("slow")
class MariaDbEventOutboxContractTest extends ClaimSourceContract {
    @Override
    protected OutboxFixture open() throws Exception {
        return new MySqlFixture(TestServer.named("mariadb"), SeedTable.EVENT_OUTBOX, Holding.OWN);
    }
}

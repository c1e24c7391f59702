package dev.signalbox.mysql.outbox;

import dev.signalbox.mysql.server.TestServer;
import org.junit.jupiter.api.Tag;

/** Signalbox's own table on MySQL. */
@Tag("slow")
class MySqlOwnTableContractTest extends OwnTableContract {
    @Override
    protected OwnTableFixture open() throws Exception {
        return new OwnTableFixture(TestServer.named("mysql"));
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.mysql.connection.MySqlTestServer;
import org.junit.jupiter.api.Tag;

/** Signalbox's own table on MySQL. */
@Tag("slow")
class MySqlOwnTableContractTest extends MySqlOwnTableContract {
    @Override
    protected MySqlOwnTableFixture open() throws Exception {
        return new MySqlOwnTableFixture(MySqlTestServer.named("mysql"));
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.mysql.connection.MySqlTestServer;

/** Signalbox's own table on MariaDB. */
class MariaDbOwnTableContractTest extends MySqlOwnTableContract {
    @Override
    protected MySqlOwnTableFixture open() throws Exception {
        return new MySqlOwnTableFixture(MySqlTestServer.named("mariadb"));
    }
}

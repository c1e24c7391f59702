package dev.signalbox.mysql.outbox;

import dev.signalbox.mysql.server.TestServer;

/** Signalbox's own table on MariaDB. */
class MariaDbOwnTableContractTest extends OwnTableContract {
    @Override
    protected OwnTableFixture open() throws Exception {
        return new OwnTableFixture(TestServer.named("mariadb"));
    }
}

package dev.signalbox.mysql.operation;

import dev.signalbox.mysql.server.TestServer;

class MariaDbOwnTableDeskTest extends OwnTableDeskContract {
    @Override
    TestServer server() throws Exception {
        return TestServer.named("mariadb");
    }
}

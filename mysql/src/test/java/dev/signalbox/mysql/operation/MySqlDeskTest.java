package dev.signalbox.mysql.operation;

import dev.signalbox.mysql.server.TestServer;

class MySqlDeskTest extends DeskContracts {
    @Override
    TestServer server() throws Exception {
        return TestServer.named("mysql");
    }
}

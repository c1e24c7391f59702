package dev.signalbox.mysql.lease;

import dev.signalbox.mysql.server.TestServer;

class MariaDbLeaseTest extends LeaseContracts {
    @Override
    TestServer server() throws Exception {
        return TestServer.named("mariadb");
    }
}

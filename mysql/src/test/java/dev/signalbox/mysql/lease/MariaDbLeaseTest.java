package dev.signalbox.mysql.lease;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MariaDbLeaseTest extends LeaseContracts {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mariadb");
    }
}

package dev.signalbox.mysql.schema;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MariaDbUnfitTableTest extends MySqlUnfitTableContracts {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mariadb");
    }
}

package dev.signalbox.mysql.schema;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MySqlUnfitTableTest extends MySqlUnfitTableContracts {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mysql");
    }
}

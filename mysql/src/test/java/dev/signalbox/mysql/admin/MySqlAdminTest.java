package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MySqlAdminTest extends MySqlAdminContracts {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mysql");
    }
}

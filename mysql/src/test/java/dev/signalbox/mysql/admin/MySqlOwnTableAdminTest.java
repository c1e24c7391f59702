package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MySqlOwnTableAdminTest extends MySqlOwnTableAdminContract {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mysql");
    }
}

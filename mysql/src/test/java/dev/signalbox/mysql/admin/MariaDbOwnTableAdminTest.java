package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MariaDbOwnTableAdminTest extends MySqlOwnTableAdminContract {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mariadb");
    }
}

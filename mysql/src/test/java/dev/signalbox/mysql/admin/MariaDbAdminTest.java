package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MariaDbAdminTest extends MySqlAdminContracts {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mariadb");
    }
}

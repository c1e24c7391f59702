package dev.signalbox.mysql.schema;

import dev.signalbox.mysql.connection.MySqlTestServer;

class MySqlSchemaTest extends MySqlSchemaContracts {
    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mysql");
    }
}

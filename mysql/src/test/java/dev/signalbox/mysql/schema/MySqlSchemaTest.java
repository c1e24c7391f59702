package dev.signalbox.mysql.schema;

import dev.signalbox.mysql.server.TestServer;

class MySqlSchemaTest extends SchemaContracts {
    @Override
    TestServer server() throws Exception {
        return TestServer.named("mysql");
    }
}

package dev.signalbox.mysql.schema;

import dev.signalbox.mysql.server.TestServer;

class MariaDbSchemaTest extends SchemaContracts {
    @Override
    TestServer server() throws Exception {
        return TestServer.named("mariadb");
    }
}

package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.admin.EventAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;

class MariaDbCatboxEventsTest extends EventAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws Exception {
        return MySqlCatboxAdminFixture.on(MySqlTestServer.named("mariadb"));
    }
}

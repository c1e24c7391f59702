package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.admin.EventAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MySqlCatboxEventsTest extends EventAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws Exception {
        return MySqlCatboxAdminFixture.on(MySqlTestServer.named("mysql"));
    }
}

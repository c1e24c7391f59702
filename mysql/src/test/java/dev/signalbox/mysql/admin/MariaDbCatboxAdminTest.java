package dev.signalbox.mysql.admin;

import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.admin.OutboxAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import org.junit.jupiter.api.Tag;

/** Operators see the same if timestamps encode states and failures are recorded beside the table. */
@Tag("slow")
class MariaDbCatboxAdminTest extends OutboxAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws Exception {
        return MySqlCatboxAdminFixture.on(MySqlTestServer.named("mariadb"));
    }
}

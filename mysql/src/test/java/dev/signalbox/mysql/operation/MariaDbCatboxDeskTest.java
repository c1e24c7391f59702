package dev.signalbox.mysql.operation;

import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.desk.DeskContract;
import dev.signalbox.testkit.desk.DeskFixture;
import org.junit.jupiter.api.Tag;

/** Operators see the same where states are moments and failures are recorded beside the table. */
@Tag("slow")
class MariaDbCatboxDeskTest extends DeskContract {
    @Override
    protected DeskFixture fixture() throws Exception {
        return CatboxDeskFixture.on(TestServer.named("mariadb"));
    }
}

package dev.signalbox.mysql.operation;

import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.desk.DeskFixture;
import dev.signalbox.testkit.desk.EventDeskContract;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MySqlCatboxEventsTest extends EventDeskContract {
    @Override
    protected DeskFixture fixture() throws Exception {
        return CatboxDeskFixture.on(TestServer.named("mysql"));
    }
}

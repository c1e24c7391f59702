package dev.signalbox.mysql.lease;

import dev.signalbox.mysql.server.TestServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MySqlLeaseTest extends LeaseContracts {
    @Override
    TestServer server() throws Exception {
        return TestServer.named("mysql");
    }
}

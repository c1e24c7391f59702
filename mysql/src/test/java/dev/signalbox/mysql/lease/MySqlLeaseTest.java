package dev.signalbox.mysql.lease;

import dev.signalbox.mysql.server.TestServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MySqlLeaseTest extends LeaseContracts {
    @BeforeAll
    static void required() throws Exception {
        TestServer _ = TestServer.named("mysql");
    }

    @Override
    TestServer server() throws Exception {
        return TestServer.named("mysql");
    }
}

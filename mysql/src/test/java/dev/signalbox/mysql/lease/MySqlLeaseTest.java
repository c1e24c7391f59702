package dev.signalbox.mysql.lease;

import dev.signalbox.mysql.connection.MySqlTestServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MySqlLeaseTest extends LeaseContracts {
    @BeforeAll
    static void required() throws Exception {
        MySqlTestServer _ = MySqlTestServer.named("mysql");
    }

    @Override
    MySqlTestServer server() throws Exception {
        return MySqlTestServer.named("mysql");
    }
}

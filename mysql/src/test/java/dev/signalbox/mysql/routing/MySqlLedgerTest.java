package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.mysql.server.TestDatabase;
import dev.signalbox.mysql.server.TestServer;
import dev.signalbox.testkit.contract.DeliveryLedgerContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class MySqlLedgerTest extends DeliveryLedgerContract {
    private TestDatabase database;

    @BeforeEach
    void create() throws Exception {
        database = TestDatabase.create(TestServer.named("mariadb"));
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Override
    protected DeliveryLedger open(String relay) {
        return MySqlLedger.of(relay, database::connect);
    }
}

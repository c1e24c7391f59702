package dev.signalbox.mysql.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import dev.signalbox.testkit.contract.DeliveryLedgerContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class MySqlDeliveryLedgerTest extends DeliveryLedgerContract {
    private MySqlDatabaseFixture database;

    @BeforeEach
    void create() throws Exception {
        database = MySqlDatabaseFixture.create(MySqlTestServer.named("mariadb"));
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Override
    protected DeliveryLedger open(String relay) {
        return MySqlRouting.RECORDS.ledger(relay, database.fence(true), database::connect);
    }

    @Override
    protected Incarnation join(String name) throws SQLException {
        return database.join(name);
    }

    @Override
    protected void fence(Incarnation owner) throws SQLException {
        database.fence(owner);
    }
}

package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.postgres.connection.TestDatabase;
import dev.signalbox.postgres.lease.SideSchema;
import dev.signalbox.testkit.contract.DeliveryLedgerContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class PostgresLedgerTest extends DeliveryLedgerContract {
    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = TestDatabase.create();
        database.execute(SideSchema.ddl());
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Override
    protected DeliveryLedger open(String relay) {
        return PostgresLedger.of(relay, database::connect);
    }
}

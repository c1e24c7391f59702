package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.testkit.contract.DeliveryLedgerContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class PostgresDeliveryLedgerTest extends DeliveryLedgerContract {
    private PostgresDatabaseFixture database;

    @BeforeEach
    void create() throws SQLException {
        database = PostgresDatabaseFixture.create();
        database.execute(PostgresSideSchema.ddl());
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    @Override
    protected DeliveryLedger open(String relay) {
        return new JdbcDeliveryLedger(PostgresRouting.LEDGER, relay, database::connect);
    }
}

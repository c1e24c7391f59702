package dev.signalbox.postgres.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresLeaseFence;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.testkit.contract.DeliveryLedgerContract;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class PostgresDeliveryLedgerTest extends DeliveryLedgerContract {
    private PostgresDatabaseFixture database;
    private PostgresConnections connections;

    @BeforeEach
    void create() throws SQLException {
        database = PostgresDatabaseFixture.create();
        connections = PostgresConnections.open(database.settings(), "contract");
        database.execute(PostgresSideSchema.ddl());
    }

    @AfterEach
    void drop() throws SQLException {
        connections.close();
        database.close();
    }

    @Override
    protected DeliveryLedger open(String relay) {
        return PostgresRouting.RECORDS.ledger(relay, new PostgresLeaseFence(connections), database::connect);
    }

    @Override
    protected Incarnation join(String name) throws SQLException {
        database.execute(
                "INSERT INTO signalbox.nodes VALUES ('" + name + "', 'node', now(), now() + interval '1 hour')");
        return new Incarnation(name);
    }

    @Override
    protected void fence(Incarnation owner) throws SQLException {
        database.execute("DELETE FROM signalbox.nodes WHERE incarnation = '" + owner.value() + "'");
    }
}

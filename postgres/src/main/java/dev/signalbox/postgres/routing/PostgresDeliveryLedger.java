package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;

/** Which clusters have a message, in the side table of PostgreSQL. */
public final class PostgresDeliveryLedger {
    private static final NamedStatements<JdbcDeliveryLedger.Statement> SQL =
            SqlFolder.beside(PostgresDeliveryLedger.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class);

    private PostgresDeliveryLedger() {}

    /** @param relay what the relay is called by all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcDeliveryLedger(SQL, relay, connections);
    }
}

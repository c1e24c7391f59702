package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;

/** The delivery ledger in the side schema of PostgreSQL. */
public final class PostgresDeliveryLedger {
    private static final NamedStatements<JdbcDeliveryLedger.Statement> SQL =
            SqlFolder.beside(PostgresDeliveryLedger.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class);

    private PostgresDeliveryLedger() {}

    /** @param relay the name of the relay on all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcDeliveryLedger(SQL, relay, connections);
    }
}

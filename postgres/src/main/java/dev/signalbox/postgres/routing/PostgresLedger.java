package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.SqlCollection;
import dev.signalbox.jdbc.routing.JdbcLedger;

/** Which clusters have a message, in the side table of PostgreSQL. */
public final class PostgresLedger {
    private static final SqlCollection SQL = SqlCollection.load(PostgresLedger.class, "ledger.sql");

    private PostgresLedger() {}

    /** @param relay what the relay is called by all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcLedger(SQL, relay, connections);
    }
}

package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.SqlCollection;
import dev.signalbox.jdbc.routing.JdbcLedger;

/** Which clusters have a message, in the side table of MySQL and MariaDB. */
public final class MySqlLedger {
    private static final SqlCollection SQL = SqlCollection.load(MySqlLedger.class, "ledger.sql");

    private MySqlLedger() {}

    /** @param relay what the relay is called by all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcLedger(SQL, relay, connections);
    }
}

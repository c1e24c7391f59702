package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.SqlCollection;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;

/** Which clusters have a message, in the side table of MySQL and MariaDB. */
public final class MySqlDeliveryLedger {
    private static final SqlCollection SQL = SqlCollection.load(MySqlDeliveryLedger.class, "ledger.sql");

    private MySqlDeliveryLedger() {}

    /** @param relay what the relay is called by all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcDeliveryLedger(SQL, relay, connections);
    }
}

package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;

/** Which clusters have a message, in the side table of MySQL and MariaDB. */
public final class MySqlDeliveryLedger {
    private static final NamedStatements<JdbcDeliveryLedger.Statement> SQL =
            SqlFolder.beside(MySqlDeliveryLedger.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class);

    private MySqlDeliveryLedger() {}

    /** @param relay what the relay is called by all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcDeliveryLedger(SQL, relay, connections);
    }
}

package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;

/** The delivery ledger in the side schema of MySQL and MariaDB. */
public final class MySqlDeliveryLedger {
    private static final NamedStatements<JdbcDeliveryLedger.Statement> SQL =
            SqlFolder.beside(MySqlDeliveryLedger.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class);

    private MySqlDeliveryLedger() {}

    /** @param relay the relay's identity, the same on all nodes */
    public static DeliveryLedger of(String relay, ConnectionLender connections) {
        return new JdbcDeliveryLedger(SQL, relay, connections);
    }
}

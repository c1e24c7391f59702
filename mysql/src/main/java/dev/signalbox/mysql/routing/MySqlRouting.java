package dev.signalbox.mysql.routing;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;
import dev.signalbox.jdbc.routing.JdbcRouting;
import java.util.List;
import java.util.Map;

/** The records about clusters in tables of MySQL and MariaDB. */
public final class MySqlRouting {
    private enum BacklogStatement {
        GROUPS_BEHIND,
        GROUPS_BEHIND_OR_FAILED,
        ADD
    }

    private static final NamedStatements<BacklogStatement> BACKLOG =
            SqlFolder.beside(MySqlRouting.class, "table").statements("cluster-backlog.sql", BacklogStatement.class);

    public static final JdbcRouting RECORDS = new JdbcRouting(
            SqlFolder.beside(MySqlRouting.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class),
            MySqlRouting::backlog);

    private MySqlRouting() {}

    private static JdbcClusterBacklog.Statements backlog(TableName table, boolean failedHold) {
        Map<String, String> names = Map.of("table", table.quoted(Quoting.MYSQL));
        BacklogStatement behind =
                failedHold ? BacklogStatement.GROUPS_BEHIND_OR_FAILED : BacklogStatement.GROUPS_BEHIND;
        Sql add = BACKLOG.sql(BacklogStatement.ADD, names);
        return new JdbcClusterBacklog.Statements(BACKLOG.sql(behind, names), add, add, List::copyOf);
    }
}

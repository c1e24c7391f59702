package dev.signalbox.mysql.routing;

import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;
import dev.signalbox.jdbc.routing.RoutingWrites;
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
    private static final NamedStatements<JdbcDeliveryLedger.Statement> LEDGER =
            SqlFolder.beside(MySqlRouting.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class);

    private MySqlRouting() {}

    /** @param relay the relay's identity, the same on all nodes */
    public static DeliveryLedger ledger(String relay, Fence fence, ConnectionLender connections) {
        return new JdbcDeliveryLedger(LEDGER, relay, writes(fence), connections);
    }

    private static RoutingWrites writes(Fence fence) {
        return new RoutingWrites(fence, LEDGER.sql(JdbcDeliveryLedger.Statement.HOLD_LEASE));
    }

    /**
     * @param tables the table of each cluster, in Signalbox's own layout
     * @param failedHold whether a failed message holds up its group until an operator decides
     */
    public static ClusterBacklog backlog(
            Map<String, TableName> tables, boolean failedHold, Fence fence, ConnectionLender connections) {
        BacklogStatement behind =
                failedHold ? BacklogStatement.GROUPS_BEHIND_OR_FAILED : BacklogStatement.GROUPS_BEHIND;
        return new JdbcClusterBacklog(
                tables,
                table -> {
                    Map<String, String> names = Map.of("table", table.quoted(Quoting.MYSQL));
                    Sql add = BACKLOG.sql(BacklogStatement.ADD, names);
                    return new JdbcClusterBacklog.Statements(BACKLOG.sql(behind, names), add, add, List::copyOf);
                },
                writes(fence),
                connections);
    }
}

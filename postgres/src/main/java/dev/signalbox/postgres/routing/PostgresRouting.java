package dev.signalbox.postgres.routing;

import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.routing.JdbcClusterBacklog;
import dev.signalbox.jdbc.routing.JdbcDeliveryLedger;
import dev.signalbox.jdbc.routing.RoutingWrites;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.util.Map;

/** The records about clusters in PostgreSQL tables. */
public final class PostgresRouting {
    private enum BacklogStatement {
        GROUPS_BEHIND,
        GROUPS_BEHIND_OR_FAILED,
        ADD,
        ADD_UNGROUPED
    }

    private static final NamedStatements<BacklogStatement> BACKLOG = SqlFolder.beside(
                    PostgresRouting.class, "table failed")
            .statements("cluster-backlog.sql", BacklogStatement.class);
    private static final NamedStatements<JdbcDeliveryLedger.Statement> LEDGER =
            SqlFolder.beside(PostgresRouting.class).statements("ledger.sql", JdbcDeliveryLedger.Statement.class);

    private PostgresRouting() {}

    /** @param relay the relay's identity, the same on all nodes */
    public static DeliveryLedger ledger(String relay, Fence fence, ConnectionLender connections) {
        return new JdbcDeliveryLedger(LEDGER, relay, writes(fence), connections);
    }

    private static RoutingWrites writes(Fence fence) {
        return new RoutingWrites(fence, LEDGER.sql(JdbcDeliveryLedger.Statement.HOLD_LEASE));
    }

    /**
     * @param tables tables of Signalbox's own layout, by the cluster that they serve
     * @param failedHold whether a failed message blocks its group until an operator decides
     */
    public static ClusterBacklog backlog(
            Map<String, TableName> tables, boolean failedHold, Fence fence, ConnectionLender connections) {
        BacklogStatement behind =
                failedHold ? BacklogStatement.GROUPS_BEHIND_OR_FAILED : BacklogStatement.GROUPS_BEHIND;
        return new JdbcClusterBacklog(
                tables,
                table -> {
                    Map<String, String> names = Map.of(
                            "table", table.quoted(Quoting.POSTGRESQL),
                            "failed", PostgresOwnTable.failed(table).quoted(Quoting.POSTGRESQL));
                    return new JdbcClusterBacklog.Statements(
                            BACKLOG.sql(behind, names),
                            BACKLOG.sql(BacklogStatement.ADD, names),
                            BACKLOG.sql(BacklogStatement.ADD_UNGROUPED, names),
                            groups -> groups.toArray(String[]::new));
                },
                writes(fence),
                connections);
    }
}

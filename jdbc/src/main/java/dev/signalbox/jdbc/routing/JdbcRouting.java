package dev.signalbox.jdbc.routing;

import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.TableName;
import java.util.Map;

/**
 * The records about clusters in one kind of database.
 *
 * @param ledger the statements of the delivery ledger
 * @param backlog the statements of the cluster backlog
 */
public record JdbcRouting(NamedStatements<JdbcDeliveryLedger.Statement> ledger, BacklogSql backlog) {
    /** The statements on the backlog table of one cluster. */
    @FunctionalInterface
    public interface BacklogSql {
        /** @param failedHold whether a failed message blocks its group until an operator decides */
        JdbcClusterBacklog.Statements on(TableName table, boolean failedHold);
    }

    /** @param relay the relay's identity, the same on all nodes */
    public DeliveryLedger ledger(String relay, Fence fence, ConnectionLender connections) {
        return new JdbcDeliveryLedger(ledger, relay, writes(fence), connections);
    }

    /**
     * @param tables tables of Signalbox's own layout, by the cluster that they serve
     * @param failedHold whether a failed message blocks its group until an operator decides
     */
    public ClusterBacklog backlog(
            Map<String, TableName> tables, boolean failedHold, Fence fence, ConnectionLender connections) {
        return new JdbcClusterBacklog(tables, table -> backlog.on(table, failedHold), writes(fence), connections);
    }

    private RoutingWrites writes(Fence fence) {
        return new RoutingWrites(fence, ledger.sql(JdbcDeliveryLedger.Statement.HOLD_LEASE));
    }
}

package dev.signalbox.runtime.database;

import dev.signalbox.core.admin.NoRelayControl;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The common part of all SQL databases that have been reached. Where the leases are stored decides what is available. */
abstract class OpenSqlDatabase implements OpenDatabase {
    final CoordinationSetup coordination;

    OpenSqlDatabase(CoordinationSetup setup) {
        this.coordination = setup;
    }

    @Override
    public final Coordinator coordinator() {
        return coordination.coordinator();
    }

    @Override
    public final RelaySharing sharing() {
        return coordination.sharing();
    }

    @Override
    public final boolean hasTablesOfOurOwn() {
        return coordination.sideSchema() instanceof SideSchemaState.Available;
    }

    @Override
    public final RelayControl register(String identity) {
        return switch (coordination.sideSchema()) {
            case SideSchemaState.Available() -> registerInTables(identity);
            case SideSchemaState.Unavailable(String reason) -> new NoRelayControl(reason);
        };
    }

    @Override
    public final ClusterBacklog clusterBacklog(Collection<RelayConfig> followUps) {
        Map<String, TableName> tables = new HashMap<>();
        boolean hold = false;
        for (RelayConfig followUp : followUps) {
            tables.put(followUp.sink(), followUp.outbox().table());
            hold |= followUp.holdExhausted();
        }
        return arrears(tables, hold);
    }

    /**
     * @param tables the tables of the cluster backlog, by cluster
     * @param failedHold whether a failed message holds its group
     */
    abstract ClusterBacklog arrears(Map<String, TableName> tables, boolean failedHold);

    /** Operators' decisions, in the side schema. */
    abstract RelayControl registerInTables(String identity);
}

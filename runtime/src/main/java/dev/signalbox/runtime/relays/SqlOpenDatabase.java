package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.operation.NoRegister;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.core.routing.Arrears;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.runtime.config.RelayConfig;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What every SQL database has in common once it has been reached: where its leases are kept decides what it can do. */
abstract class SqlOpenDatabase implements OpenDatabase {
    final Coordination coordination;

    SqlOpenDatabase(Coordination coordination) {
        this.coordination = coordination;
    }

    @Override
    public final Coordinator coordinator() {
        return coordination.coordinator();
    }

    @Override
    public final Sharing sharing() {
        return coordination.sharing();
    }

    @Override
    public final boolean hasTablesOfOurOwn() {
        return coordination.sideSchema() instanceof SideSchemaState.Available;
    }

    @Override
    public final RelayRegister register(String identity) {
        return switch (coordination.sideSchema()) {
            case SideSchemaState.Available() -> registerInTables(identity);
            case SideSchemaState.Unavailable(String reason) -> new NoRegister(reason);
        };
    }

    @Override
    public final Arrears arrears(Collection<RelayConfig> followUps) {
        Map<String, TableName> tables = new HashMap<>();
        boolean hold = false;
        for (RelayConfig followUp : followUps) {
            tables.put(followUp.sink(), Translation.layout(followUp.outbox()).table());
            hold |= Translation.holds(followUp);
        }
        return arrears(tables, hold);
    }

    /**
     * @param tables by the clusters that they are for
     * @param failedHold whether a failed message holds its group
     */
    abstract Arrears arrears(Map<String, TableName> tables, boolean failedHold);

    /** What operators decide, in tables of our own. */
    abstract RelayRegister registerInTables(String identity);
}

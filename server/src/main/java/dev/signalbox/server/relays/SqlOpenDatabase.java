package dev.signalbox.server.relays;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.operation.NoRegister;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.lease.SideSchemaState;

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

    /** What operators decide, in tables of our own. */
    abstract RelayRegister registerInTables(String identity);
}

package dev.signalbox.runtime.database;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.admin.RelayControl.NoRelayControl;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.ForeignLocks.ForeignLock;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.runtime.config.relay.RelayConfig;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The common part of all SQL databases. */
abstract class SqlDatabase implements SourceDatabase {
    private static final System.Logger LOG = System.getLogger(SqlDatabase.class.getName());

    /** Returns the identity of a table, the same on all nodes. */
    interface TableIdentity {
        String of(TableName table) throws SQLException;
    }

    record TableNames(EventOutboxTableFinder.TableLookup lookup, TableIdentity identity) {}

    abstract <T> T inTransaction(SqlWork<T> work) throws SQLException;

    abstract TableNames names(Connection connection) throws SQLException;

    /** @param sideSchema whether the side schema exists */
    abstract OutboxAdmin admin(RelayConfig relay, String identity, boolean sideSchema);

    final <T> T read(SqlWork<T> work) throws CoordinationException {
        try {
            return inTransaction(work);
        } catch (SQLException e) {
            throw new CoordinationException(FailureText.of(e), e);
        }
    }

    @Override
    public final Map<RelayConfig, String> identities(List<RelayConfig> relays) throws CoordinationException {
        return read(connection -> {
            TableNames names = names(connection);
            Map<RelayConfig, String> identities = new LinkedHashMap<>();
            for (RelayConfig configured : relays) {
                RelayConfig relay = EventOutboxTableFinder.found(configured, names.lookup());
                identities.put(relay, names.identity().of(relay.outbox().table()));
            }
            return identities;
        });
    }

    @Override
    public final OutboxAdmin readOnly(RelayConfig relay, String identity) {
        return admin(relay, identity, false);
    }

    /** Inspects a table, and throws if it cannot be used. */
    interface TableInspection {
        Object inspect() throws SourceException;
    }

    /** Logs the problem of a table at the start. A relay that cannot work keeps trying, and does not stop others. */
    static void inspect(RelayConfig relay, TableInspection inspection) {
        try {
            inspection.inspect();
        } catch (SourceException e) {
            LOG.log(Level.WARNING, "relay {0}: {1}", relay.name(), FailureText.of(e));
        }
    }

    /** An SQL database that has been reached. Where the leases are stored decides what is available. */
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
        public final Optional<ForeignLock> foreignLock(String identity) {
            return coordination.foreignLocks().of(identity);
        }

        @Override
        public final boolean hasTablesOfOurOwn() {
            return coordination.sideSchema() instanceof SideSchemaState.Available;
        }

        @Override
        public final OutboxAdmin outboxAdmin(RelayConfig relay, String identity) {
            return admin(relay, identity, hasTablesOfOurOwn());
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
            followUps.forEach(
                    followUp -> tables.put(followUp.sink(), followUp.outbox().table()));
            return clusterBacklog(tables, followUps.stream().anyMatch(RelayConfig::holdExhausted));
        }

        /**
         * @param tables the tables of the cluster backlog, by cluster
         * @param failedHold whether a failed message holds its group
         */
        abstract ClusterBacklog clusterBacklog(Map<String, TableName> tables, boolean failedHold);

        /** Operators' decisions, in the side schema. */
        abstract RelayControl registerInTables(String identity);
    }
}

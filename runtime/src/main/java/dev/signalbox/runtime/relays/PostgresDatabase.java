package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.core.relay.SharedReader;
import dev.signalbox.core.relay.Sleeper;
import dev.signalbox.core.routing.Arrears;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.Coordinators;
import dev.signalbox.postgres.lease.SideSchema;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.notify.WakeUpListener;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.operation.OwnTableDesk;
import dev.signalbox.postgres.operation.PostgresDesk;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.outbox.TableIdentity;
import dev.signalbox.postgres.routing.PostgresArrears;
import dev.signalbox.postgres.routing.PostgresLedger;
import dev.signalbox.postgres.table.SignalboxTable;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL: both layouts, and rows that tell of themselves. */
final class PostgresDatabase implements SourceDatabase {
    private static final System.Logger LOG = System.getLogger(PostgresDatabase.class.getName());

    private final SourceConfig source;
    private final Clock clock;
    private final PostgresConnections connections;
    private final String node;

    PostgresDatabase(SourceConfig source, String node, Clock clock) {
        this.source = source;
        this.clock = clock;
        this.node = node;
        this.connections = PostgresConnections.open(Translation.postgres(source), node);
    }

    @Override
    public Map<RelayConfig, String> identities(List<RelayConfig> relays) throws CoordinationException {
        try {
            return connections.inTransaction(connection -> {
                Map<RelayConfig, String> identities = new LinkedHashMap<>();
                for (RelayConfig configured : relays) {
                    RelayConfig relay = Spellings.found(configured, table -> TableIdentity.exists(table, connection));
                    var table = Translation.layout(relay.outbox()).table();
                    identities.put(relay, TableIdentity.of(table, connection));
                }
                return identities;
            });
        } catch (SQLException e) {
            throw new CoordinationException(Reasons.of(e), e);
        }
    }

    @Override
    public Map<LogConfig, LogIdentity> logIdentities(List<LogConfig> logs) throws CoordinationException {
        try {
            return connections.inTransaction(connection -> {
                Map<LogConfig, LogIdentity> identities = new LinkedHashMap<>();
                for (LogConfig log : logs) {
                    identities.put(log, identity(LogTranslation.table(log), connection));
                }
                return identities;
            });
        } catch (SQLException e) {
            throw new CoordinationException(Reasons.of(e), e);
        }
    }

    private static LogIdentity identity(LogTable log, Connection connection) throws SQLException {
        String table = TableIdentity.of(log.table(), connection);
        return new LogIdentity(
                table,
                log.progress().equals(LogTable.DEFAULT_PROGRESS)
                        ? table
                        : table + " by " + TableIdentity.of(log.progress(), connection));
    }

    @Override
    public Optional<String> missingForLogs() throws CoordinationException {
        try {
            return switch (SideSchema.prepare(connections)) {
                case SideSchemaState.Available() -> Optional.empty();
                case SideSchemaState.Unavailable(String reason) -> Optional.of(withoutSchema(reason));
            };
        } catch (SQLException e) {
            throw new CoordinationException(Reasons.of(e), e);
        }
    }

    private static String withoutSchema(String reason) {
        return "no log is followed without the schema signalbox, which this role can neither create nor use ("
                + reason.replaceAll("\\s+", " ")
                + "); what an administrator has to run is printed by: signalbox schema sql --config FILE";
    }

    @Override
    public OpenDatabase open(SourceConfig.Coordination coordination, String node) throws CoordinationException {
        return new Open(
                switch (coordination) {
                    case SHARDS -> Coordinators.shards(connections, node);
                    case LEADER -> Coordinators.leader(connections, node);
                });
    }

    @Override
    public void close() {
        connections.close();
    }

    private final class Open extends SqlOpenDatabase {
        Open(Coordination coordination) {
            super(coordination);
        }

        @Override
        public ClaimSource source(RelayConfig relay, String identity) {
            var layout = Translation.layout(relay.outbox());
            var settings = Translation.outbox(relay);
            return switch (relay.outbox().layout()) {
                case FLOWCATALYST, CATBOX, EVENT_OUTBOX -> {
                    var outbox =
                            new PostgresOutbox(layout, identity, coordination.fence(), connections::borrow, settings);
                    FirstLook.at(relay, outbox::check);
                    yield outbox;
                }
                case SIGNALBOX -> {
                    var table = new SignalboxTable(
                            layout.table(), identity, coordination.fence(), connections::borrow, settings);
                    FirstLook.at(relay, table::check);
                    yield table;
                }
            };
        }

        @Override
        Arrears arrears(Map<String, TableName> tables, boolean failedHold) {
            return PostgresArrears.in(tables, failedHold, connections::borrow);
        }

        @Override
        public DeliveryLedger ledger(String identity) {
            return PostgresLedger.of(identity, connections::borrow);
        }

        @Override
        public OutboxDesk desk(RelayConfig relay, String identity) {
            var layout = Translation.layout(relay.outbox());
            var settings = Translation.outbox(relay);
            boolean side = hasTablesOfOurOwn();
            return switch (relay.outbox().layout()) {
                case FLOWCATALYST, CATBOX, EVENT_OUTBOX ->
                    PostgresDesk.of(layout, identity, side, connections::borrow, settings);
                case SIGNALBOX -> new OwnTableDesk(layout.table(), identity, side, connections::borrow, settings);
            };
        }

        @Override
        public PostgresLog log(LogConfig config, String name) throws CoordinationException {
            if (coordination.sideSchema() instanceof SideSchemaState.Unavailable(String reason)) {
                throw new CoordinationException("log " + config.name() + ": " + withoutSchema(reason));
            }
            return new PostgresLog(
                    LogTranslation.table(config),
                    name,
                    node,
                    coordination.fence(),
                    connections::borrow,
                    SharedReader.Settings.DEFAULT);
        }

        @Override
        RelayRegister registerInTables(String identity) {
            return PostgresDesk.register(connections::borrow, identity, coordination.sharing());
        }

        @Override
        public Listening listen(Map<String, Sleeper> sleepers) {
            return WakeUpListener.start(source.name(), connections, sleepers, clock)::close;
        }

        @Override
        public void tellOthers(String identity) {
            try (Connection connection = connections.borrow()) {
                WakeUpTrigger.tell(connection, identity);
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.DEBUG, "other nodes find it by polling: {0}", e.getMessage());
            }
        }
    }
}

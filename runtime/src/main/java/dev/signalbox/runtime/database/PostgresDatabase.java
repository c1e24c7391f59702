package dev.signalbox.runtime.database;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.admin.JdbcRelayControl;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.postgres.admin.OwnTableAdmin;
import dev.signalbox.postgres.admin.PostgresAdminDialect;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSearchPath;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.lease.PostgresLeases;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.notify.PostgresWakeUpListener;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.outbox.PostgresTableIdentity;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.postgres.routing.PostgresRouting;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** PostgreSQL: both layouts, and wake-ups. */
public final class PostgresDatabase extends SqlDatabase {
    private static final System.Logger LOG = System.getLogger(PostgresDatabase.class.getName());

    private final SourceConfig source;
    private final Clock clock;
    private final PostgresConnections connections;
    private final String node;

    PostgresDatabase(SourceConfig source, String node, Clock clock) {
        this.source = source;
        this.clock = clock;
        this.node = node;
        this.connections = PostgresConnections.open(settings(source), node);
    }

    /** The connection settings of a source. */
    public static PostgresSettings settings(SourceConfig source) {
        return new PostgresSettings(
                source.url(),
                // PostgreSQL's own tools use the same default.
                source.username().orElseGet(() -> System.getProperty("user.name", "postgres")),
                source.password().map(Secret::value).orElse(""),
                source.poolSize(),
                TimeLimits.of(source.connectTimeout(), source.statementTimeout()));
    }

    @Override
    <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return connections.inTransaction(work);
    }

    @Override
    TableNames names(Connection connection) throws SQLException {
        PostgresTables tables = PostgresTables.read(connection);
        return new TableNames(tables, tables.identity()::of);
    }

    @Override
    public Map<LogConfig, LogIdentity> logIdentities(List<LogConfig> logs) throws CoordinationException {
        return read(connection -> {
            PostgresTables tables = PostgresTables.read(connection);
            Map<LogConfig, LogIdentity> identities = new LinkedHashMap<>();
            for (LogConfig log : logs) {
                identities.put(tables.found(log), identity(log.table(), tables.identity()));
            }
            return identities;
        });
    }

    private static LogIdentity identity(LogTable log, PostgresTableIdentity identity) throws SQLException {
        String table = identity.of(log.table());
        return new LogIdentity(
                table,
                log.progress().equals(LogTable.DEFAULT_PROGRESS)
                        ? table
                        : table + " by " + identity.of(log.progress()));
    }

    @Override
    public Optional<String> missingForLogs() throws CoordinationException {
        try {
            return switch (PostgresSideSchema.prepare(connections)) {
                case SideSchemaState.Available() -> Optional.empty();
                case SideSchemaState.Unavailable(String reason) -> Optional.of(withoutSchema(reason));
            };
        } catch (SQLException e) {
            throw new CoordinationException(FailureText.of(e), e);
        }
    }

    private static String withoutSchema(String reason) {
        return "no log is followed without the schema signalbox, which this role can neither create nor use ("
                + reason.replaceAll("\\s+", " ")
                + "); what an administrator has to run is printed by: signalbox schema sql --config FILE";
    }

    @Override
    public OpenDatabase open(SourceConfig.Coordination coordination, String node) throws CoordinationException {
        read(PostgresSearchPath::unsafe)
                .ifPresent(path -> LOG.log(
                        Level.WARNING,
                        "source {0}: a pooling proxy serves its connections, and the search path of its role is {1}:"
                                + " functions and operators that other roles create there may run as this role. What an"
                                + " administrator can run against that is printed by: signalbox schema sql --config FILE",
                        source.name(),
                        path));
        return new OpenPostgresDatabase(
                CoordinatorChoice.of(new PostgresLeases(connections), node, coordination.sharing()));
    }

    @Override
    OutboxAdmin admin(RelayConfig relay, String identity, boolean side) {
        OutboxConfig config = relay.outbox();
        var settings = config.settings();
        return config.preset().isOwnTable()
                ? new OwnTableAdmin(config.table(), identity, side, connections::borrow, settings)
                : new StatusTableAdmin(
                        PostgresAdminDialect.INSTANCE, config.layout(), identity, side, connections::borrow, settings);
    }

    @Override
    public void close() {
        connections.close();
    }

    private final class OpenPostgresDatabase extends OpenSqlDatabase {
        OpenPostgresDatabase(CoordinationSetup setup) {
            super(setup);
        }

        @Override
        public ClaimSource source(RelayConfig relay, String identity) {
            OutboxConfig config = relay.outbox();
            if (config.preset().isOwnTable()) {
                var table = new PostgresOwnTable(
                        config.table(), identity, coordination.fence(), connections::borrow, config.settings());
                inspect(relay, table::check);
                return table;
            }
            var outbox = new PostgresOutbox(
                    config.layout(), identity, coordination.fence(), connections::borrow, config.settings());
            inspect(relay, outbox::check);
            return outbox;
        }

        @Override
        ClusterBacklog clusterBacklog(Map<String, TableName> tables, boolean failedHold) {
            return PostgresRouting.RECORDS.backlog(tables, failedHold, coordination.fence(), connections::borrow);
        }

        @Override
        public DeliveryLedger ledger(String identity) {
            return PostgresRouting.RECORDS.ledger(identity, coordination.fence(), connections::borrow);
        }

        @Override
        public PostgresLog log(LogConfig config, String name) throws CoordinationException {
            if (coordination.sideSchema() instanceof SideSchemaState.Unavailable(String reason)) {
                throw new CoordinationException("log " + config.name() + ": " + withoutSchema(reason));
            }
            return new PostgresLog(
                    config.table(),
                    name,
                    node,
                    coordination.fence(),
                    connections::borrow,
                    SharedLogReader.Settings.DEFAULT);
        }

        @Override
        RelayControl registerInTables(String identity) {
            return new JdbcRelayControl(
                    PostgresAdminDialect.INSTANCE, connections::borrow, identity, coordination.sharing());
        }

        @Override
        public WakeUpSubscription listen(Map<String, WakeUpTarget> targets) {
            return PostgresWakeUpListener.start(source.name(), connections, targets, clock)::close;
        }

        @Override
        public void notifyOtherNodes(String identity) {
            try (Connection connection = connections.borrow()) {
                WakeUpTrigger.notifyNodes(connection, identity);
            } catch (SQLException e) {
                LOG.log(Level.DEBUG, "other nodes find it by polling: {0}", e.getMessage());
            }
        }
    }
}

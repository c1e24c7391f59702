package dev.signalbox.runtime.database;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.admin.JdbcRelayControl;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.connection.TimeLimits;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.mysql.admin.MySqlAdminDialect;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.lease.MySqlLeases;
import dev.signalbox.mysql.outbox.MySqlOutbox;
import dev.signalbox.mysql.routing.MySqlRouting;
import dev.signalbox.mysql.schema.MySqlTableIdentity;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Secret;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** MySQL and MariaDB: both layouts, without wake-ups. */
public final class MySqlDatabase extends SqlDatabase {
    private static final System.Logger LOG = System.getLogger(MySqlDatabase.class.getName());

    private final SourceConfig source;
    private final MySqlConnections connections;

    MySqlDatabase(SourceConfig source, String node) {
        this.source = source;
        this.connections = MySqlConnections.open(settings(source), node);
    }

    /** The connection settings of a source. */
    public static MySqlSettings settings(SourceConfig source) {
        return new MySqlSettings(
                source.url(),
                // The configuration is refused if neither a setting nor the URL names the user.
                source.username().orElseThrow(),
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
        MySqlTableIdentity names = MySqlTableIdentity.read(connection);
        return new TableNames(table -> names.exists(table, connection), names::identity);
    }

    @Override
    public OpenDatabase open(SourceConfig.Coordination coordination, String node) throws CoordinationException {
        return new OpenMySqlDatabase(CoordinatorChoice.of(new MySqlLeases(connections), node, coordination.sharing()));
    }

    @Override
    OutboxAdmin admin(RelayConfig relay, String identity, boolean side) {
        OutboxConfig config = relay.outbox();
        var settings = config.settings();
        return config.preset().isOwnTable()
                ? MySqlAdminDialect.ofOwnTable(config.table(), identity, side, connections::borrow, settings)
                : new StatusTableAdmin(
                        MySqlAdminDialect.INSTANCE, config.layout(), identity, side, connections::borrow, settings);
    }

    @Override
    public void close() {
        connections.close();
    }

    private final class OpenMySqlDatabase extends OpenSqlDatabase {
        OpenMySqlDatabase(CoordinationSetup setup) {
            super(setup);
        }

        @Override
        public ClaimSource source(RelayConfig relay, String identity) {
            OutboxConfig config = relay.outbox();
            var outbox = config.preset().isOwnTable()
                    ? MySqlOutbox.ofOwnTable(
                            config.table(), identity, coordination.fence(), connections::borrow, config.settings())
                    : new MySqlOutbox(
                            config.layout(), identity, coordination.fence(), connections::borrow, config.settings());
            inspect(relay, outbox::check);
            return outbox;
        }

        @Override
        ClusterBacklog clusterBacklog(Map<String, TableName> tables, boolean failedHold) {
            return MySqlRouting.RECORDS.backlog(tables, failedHold, coordination.fence(), connections::borrow);
        }

        @Override
        public DeliveryLedger ledger(String identity) {
            return MySqlRouting.RECORDS.ledger(identity, coordination.fence(), connections::borrow);
        }

        @Override
        RelayControl registerInTables(String identity) {
            return new JdbcRelayControl(
                    MySqlAdminDialect.INSTANCE, connections::borrow, identity, coordination.sharing());
        }

        @Override
        public WakeUpSubscription listen(Map<String, WakeUpTarget> targets) {
            LOG.log(
                    Level.INFO,
                    "source {0}: {1} does not tell of new messages; they are looked for after 1 ms, 2 ms, 4 ms and so"
                            + " on up to the poll interval",
                    source.name(),
                    source.kind().title());
            return () -> {};
        }

        /** MySQL has no notifications: other nodes find the messages by polling. */
        @Override
        public void notifyOtherNodes(String identity) {}
    }
}

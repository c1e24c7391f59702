package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.core.relay.Sleeper;
import dev.signalbox.core.routing.Arrears;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.lease.Coordinators;
import dev.signalbox.mysql.operation.MySqlDesk;
import dev.signalbox.mysql.outbox.MySqlOutbox;
import dev.signalbox.mysql.routing.MySqlArrears;
import dev.signalbox.mysql.routing.MySqlLedger;
import dev.signalbox.mysql.schema.TableNames;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** MySQL and MariaDB: both layouts, and rows that do not tell of themselves. */
final class MySqlDatabase implements SourceDatabase {
    private static final System.Logger LOG = System.getLogger(MySqlDatabase.class.getName());

    private final SourceConfig source;
    private final MySqlConnections connections;

    MySqlDatabase(SourceConfig source, String node) {
        this.source = source;
        this.connections = MySqlConnections.open(Translation.mySql(source), node);
    }

    @Override
    public Map<RelayConfig, String> identities(List<RelayConfig> relays) throws CoordinationException {
        try {
            return connections.inTransaction(connection -> {
                TableNames names = TableNames.read(connection);
                Map<RelayConfig, String> identities = new LinkedHashMap<>();
                for (RelayConfig configured : relays) {
                    RelayConfig relay = Spellings.found(configured, table -> names.exists(table, connection));
                    identities.put(
                            relay,
                            names.identity(Translation.layout(relay.outbox()).table()));
                }
                return identities;
            });
        } catch (SQLException e) {
            throw new CoordinationException(Reasons.of(e), e);
        }
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
            var outbox = switch (relay.outbox().layout()) {
                case FLOWCATALYST, CATBOX, EVENT_OUTBOX ->
                    new MySqlOutbox(layout, identity, coordination.fence(), connections::borrow, settings);
                case SIGNALBOX ->
                    MySqlOutbox.ofOwnTable(
                            layout.table(), identity, coordination.fence(), connections::borrow, settings);
            };
            FirstLook.at(relay, outbox::check);
            return outbox;
        }

        @Override
        Arrears arrears(Map<String, TableName> tables, boolean failedHold) {
            return MySqlArrears.in(tables, failedHold, connections::borrow);
        }

        @Override
        public DeliveryLedger ledger(String identity) {
            return MySqlLedger.of(identity, connections::borrow);
        }

        @Override
        public OutboxDesk desk(RelayConfig relay, String identity) {
            var layout = Translation.layout(relay.outbox());
            var settings = Translation.outbox(relay);
            boolean side = hasTablesOfOurOwn();
            return switch (relay.outbox().layout()) {
                case FLOWCATALYST, CATBOX, EVENT_OUTBOX ->
                    MySqlDesk.of(layout, identity, side, connections::borrow, settings);
                case SIGNALBOX -> MySqlDesk.ofOwnTable(layout.table(), identity, side, connections::borrow, settings);
            };
        }

        @Override
        RelayRegister registerInTables(String identity) {
            return MySqlDesk.register(connections::borrow, identity, coordination.sharing());
        }

        @Override
        public Listening listen(Map<String, Sleeper> sleepers) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "source {0}: {1} does not tell of new messages; they are looked for after 1 ms, 2 ms, 4 ms and so"
                            + " on up to the poll interval",
                    source.name(),
                    source.kind().title());
            return () -> {};
        }

        /** Nobody can be told: other nodes find it by polling. */
        @Override
        public void tellOthers(String identity) {}
    }
}

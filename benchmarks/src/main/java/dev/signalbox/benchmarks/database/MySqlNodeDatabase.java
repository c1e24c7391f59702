package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.lease.MySqlLeases;
import dev.signalbox.mysql.outbox.MySqlOutbox;

/** A node on MySQL or MariaDB. Its relays poll, because these servers send no notifications of new rows. */
record MySqlNodeDatabase(MySqlConnections connections, CoordinationSetup coordination, String identity)
        implements NodeDatabase {
    static MySqlNodeDatabase open(MySqlSettings settings, String node, BenchTable table) throws CoordinationException {
        MySqlConnections connections = MySqlConnections.open(settings, node);
        try {
            CoordinationSetup coordinationSetup =
                    CoordinatorChoice.of(new MySqlLeases(connections), node, RelaySharing.SPREAD);
            return new MySqlNodeDatabase(
                    connections, coordinationSetup, table.tableName().toString());
        } catch (CoordinationException | RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    @Override
    public ClaimSource outbox(OutboxLayout layout, OutboxSettings settings) {
        return new MySqlOutbox(layout, identity, coordination.fence(), connections::borrow, settings);
    }

    @Override
    public ClaimSource ownTable(TableName table, OutboxSettings settings) {
        return MySqlOutbox.ofOwnTable(table, identity, coordination.fence(), connections::borrow, settings);
    }

    @Override
    public void wake(Relay relay) {
        // It finds new rows by polling
    }

    @Override
    public void close() {
        connections.close();
    }
}

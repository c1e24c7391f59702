package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.Grouping;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedReader;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.lease.Coordinators;
import dev.signalbox.postgres.log.PairKey;
import dev.signalbox.postgres.log.PairSettings;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.log.Start;
import dev.signalbox.postgres.notify.WakeUpListener;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.outbox.TableIdentity;
import dev.signalbox.postgres.routing.PostgresLedger;
import dev.signalbox.postgres.table.SignalboxTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node on PostgreSQL. */
final class PostgresSeat implements Seat {
    private static final Topic WALLETS = new Topic(List.of(EventsTable.GROUP_TAG), List.of(), List.of(), List.of());

    private final String node;
    private final PostgresConnections connections;
    private final Coordination coordination;
    private final String identity;
    private @Nullable WakeUpListener wakeUps;

    private PostgresSeat(String node, PostgresConnections connections, Coordination coordination, String identity) {
        this.node = node;
        this.connections = connections;
        this.coordination = coordination;
        this.identity = identity;
    }

    static PostgresSeat open(PostgresSettings settings, String node, BenchTable table)
            throws SQLException, CoordinationException {
        PostgresConnections connections = PostgresConnections.open(settings, node);
        try {
            String identity = connections.inTransaction(connection -> TableIdentity.of(table.tableName(), connection));
            return new PostgresSeat(node, connections, Coordinators.shards(connections, node), identity);
        } catch (SQLException | CoordinationException | RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    @Override
    public Coordination coordination() {
        return coordination;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public ClaimSource outbox(OutboxLayout layout, OutboxSettings settings) {
        return new PostgresOutbox(layout, identity, coordination.fence(), connections::borrow, settings);
    }

    @Override
    public ClaimSource ownTable(TableName table, OutboxSettings settings) {
        return new SignalboxTable(table, identity, coordination.fence(), connections::borrow, settings);
    }

    @Override
    public List<ClaimSource> publishers(LogOrdering ordering, int count) {
        PostgresLog log = new PostgresLog(
                EventsTable.LOG,
                identity,
                node,
                coordination.fence(),
                connections::borrow,
                SharedReader.Settings.DEFAULT);
        Grouping grouping = ordering == LogOrdering.GROUP ? new Grouping(EventsTable.GROUP_TAG) : Grouping.BY_COLUMN;
        List<ClaimSource> publishers = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            PairKey key = new PairKey("wallets", "publisher-" + number);
            publishers.add(new LogFollower(
                    log.pair(new PairSettings(key, WALLETS, grouping, new Start.Beginning())),
                    new FollowerSettings(key.toString(), ordering, false, number, FollowerSettings.Bounds.DEFAULT)));
        }
        return publishers;
    }

    @Override
    public DeliveryLedger ledger() {
        return PostgresLedger.of(identity, connections::borrow);
    }

    @Override
    public void wake(Relay relay) {
        wakeUps = WakeUpListener.start(node, connections, Map.of(identity, relay), Clock.SYSTEM);
    }

    @Override
    public void close() {
        try (connections) {
            if (wakeUps != null) {
                wakeUps.close();
            }
        }
    }
}

package dev.signalbox.benchmarks.database;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.Grouping;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.lease.PostgresLeases;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.postgres.notify.PostgresWakeUpListener;
import dev.signalbox.postgres.outbox.PostgresOutbox;
import dev.signalbox.postgres.outbox.PostgresTableIdentity;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import dev.signalbox.postgres.routing.PostgresRouting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node on PostgreSQL. */
final class PostgresNodeDatabase implements NodeDatabase {
    private static final Topic WALLETS = new Topic(List.of(EventLogTable.GROUP_TAG), List.of(), List.of(), List.of());

    private final String node;
    private final PostgresConnections connections;
    private final CoordinationSetup coordinationSetup;
    private final String identity;
    private @Nullable PostgresWakeUpListener wakeUps;

    private PostgresNodeDatabase(
            String node, PostgresConnections connections, CoordinationSetup coordinationSetup, String identity) {
        this.node = node;
        this.connections = connections;
        this.coordinationSetup = coordinationSetup;
        this.identity = identity;
    }

    static PostgresNodeDatabase open(PostgresSettings settings, String node, BenchTable table)
            throws SQLException, CoordinationException {
        PostgresConnections connections = PostgresConnections.open(settings, node);
        try {
            String identity =
                    connections.inTransaction(connection -> PostgresTableIdentity.of(table.tableName(), connection));
            return new PostgresNodeDatabase(
                    node,
                    connections,
                    CoordinatorChoice.of(new PostgresLeases(connections), node, RelaySharing.SPREAD),
                    identity);
        } catch (SQLException | CoordinationException | RuntimeException e) {
            connections.close();
            throw e;
        }
    }

    @Override
    public CoordinationSetup coordination() {
        return coordinationSetup;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public ClaimSource outbox(OutboxLayout layout, OutboxSettings settings) {
        return new PostgresOutbox(layout, identity, coordinationSetup.fence(), connections::borrow, settings);
    }

    @Override
    public ClaimSource ownTable(TableName table, OutboxSettings settings) {
        return new PostgresOwnTable(table, identity, coordinationSetup.fence(), connections::borrow, settings);
    }

    @Override
    public List<ClaimSource> publishers(LogOrdering ordering, int count) {
        PostgresLog log = new PostgresLog(
                EventLogTable.LOG,
                identity,
                node,
                coordinationSetup.fence(),
                connections::borrow,
                SharedLogReader.Settings.DEFAULT);
        Grouping grouping = ordering == LogOrdering.GROUP ? new Grouping(EventLogTable.GROUP_TAG) : Grouping.BY_COLUMN;
        List<ClaimSource> publishers = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            FeedKey key = new FeedKey("wallets", "publisher-" + number);
            publishers.add(new LogFollower(
                    log.feed(new FeedSettings(key, WALLETS, grouping, new LogStart.Beginning())),
                    new FollowerSettings(key.toString(), ordering, false, number, FollowerSettings.Bounds.DEFAULT)));
        }
        return publishers;
    }

    @Override
    public DeliveryLedger ledger() {
        return PostgresRouting.ledger(identity, connections::borrow);
    }

    @Override
    public void wake(Relay relay) {
        wakeUps = PostgresWakeUpListener.start(node, connections, Map.of(identity, relay), Clock.SYSTEM);
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

package dev.signalbox.jdbc.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes share relays by leases alone: the side schema records the owner of each shard or of the whole relay, and the
 * nodes' lease rows fence owners that lost their lease.
 */
public final class LeaseCoordinator implements Coordinator {
    private final LeaseDatabase database;
    private final String node;
    private final RelaySharing sharing;
    private final LeaseConnection lease;
    /** The time of the last renewal by the database's clock. A release applies only to what this node owned by then. */
    private volatile @Nullable String seen;

    /** Coordinates by a database whose side schema is available. */
    public LeaseCoordinator(LeaseDatabase database, String node, RelaySharing sharing) {
        this.database = database;
        this.node = node;
        this.sharing = sharing;
        this.lease = new LeaseConnection(database);
    }

    @Override
    public Incarnation join(Incarnation proposed, Duration ttl, Set<String> relays) throws CoordinationException {
        return tryTo(
                "join",
                () -> lease.run(ttl, connection -> {
                    LeaseTable leases = database.leases(connection, proposed);
                    Incarnation recorded = leases.join(node, ttl, sharing, relays);
                    leases.purgeDeadNodes();
                    return recorded;
                }));
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        Optional<RenewalResult> renewed = tryTo(
                "renew the lease",
                () -> lease.run(
                        ttl,
                        connection -> database.leases(connection, incarnation).renew(ttl, sharing)));
        renewed.ifPresent(found -> seen = found.seen());
        return renewed.map(RenewalResult::renewal).orElse(Renewal.FENCED);
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        return tryTo(
                "acquire relay " + relay,
                () -> inTransaction(connection ->
                        new RelayTakeover(database.leases(connection, incarnation), relay).of(sharing, wanted)));
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        Integer[] parts = LeaseTable.parts(sharing, shards);
        tryTo("release relay " + relay, () -> lease.run(on(incarnation, leases -> leases.release(relay, parts, seen))));
    }

    @Override
    public void withdraw(Incarnation incarnation) throws CoordinationException {
        tryTo("withdraw", () -> lease.run(on(incarnation, LeaseTable::withdraw)));
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        tryTo("resign", () -> inTransaction(on(incarnation, LeaseTable::resign)));
    }

    @Override
    public void close() {
        lease.close();
    }

    @FunctionalInterface
    private interface LeaseChange {
        void make(LeaseTable leases) throws SQLException;
    }

    private SqlWork<Incarnation> on(Incarnation incarnation, LeaseChange change) {
        return connection -> {
            change.make(database.leases(connection, incarnation));
            return incarnation;
        };
    }

    private <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return lease.run(connection -> Transactions.run(connection, work));
    }

    private <T> T tryTo(String what, LeaseDatabase.Attempt<T> attempt) throws CoordinationException {
        return database.attempt(node, what, attempt);
    }
}

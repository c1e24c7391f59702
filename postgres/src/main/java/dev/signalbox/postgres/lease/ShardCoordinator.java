package dev.signalbox.postgres.lease;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Renewal;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Several nodes work on a relay, each on its own shards: the side schema says who owns which, and the nodes' lease rows
 * fence whoever has lost its own.
 */
public final class ShardCoordinator implements Coordinator {
    private final PostgresConnections connections;
    private final String node;
    private final LeaseConnection lease;
    /** The time of the last renewal, by the database's clock: what is to be released was ours by then. */
    private volatile String seen = LeaseTable.ALWAYS;

    /** Coordinates by way of a database in which {@link SideSchema} is available. */
    public ShardCoordinator(PostgresConnections connections, String node) {
        this.connections = connections;
        this.node = node;
        this.lease = new LeaseConnection(connections);
    }

    @Override
    public void join(Incarnation incarnation, Duration ttl, Set<String> relays) throws CoordinationException {
        tryTo(
                "join",
                () -> lease.run(ttl, connection -> {
                    LeaseTable leases = new LeaseTable(connection, incarnation);
                    leases.join(node, ttl, Sharing.SPREAD, relays);
                    leases.forgetTheDead();
                    return incarnation;
                }));
    }

    @Override
    public Renewal renew(Incarnation incarnation, Duration ttl) throws CoordinationException {
        Optional<Renewed> renewed = tryTo(
                "renew the lease",
                () -> lease.run(ttl, connection -> new LeaseTable(connection, incarnation).renew(ttl, Sharing.SPREAD)));
        renewed.ifPresent(found -> seen = found.seen());
        return renewed.map(Renewed::renewal).orElse(Renewal.FENCED);
    }

    @Override
    public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        return tryTo(
                "acquire shards of relay " + relay,
                () -> inTransaction(connection -> new Takeover(connection, incarnation, relay).ofShards(wanted)));
    }

    @Override
    public void release(Incarnation incarnation, String relay, Shards shards) throws CoordinationException {
        tryTo(
                "release shards of relay " + relay,
                () -> lease.run(connection -> {
                    new LeaseTable(connection, incarnation).release(relay, Parts.of(shards), seen);
                    return shards;
                }));
    }

    @Override
    public void withdraw(Incarnation incarnation) throws CoordinationException {
        tryTo(
                "withdraw",
                () -> lease.run(connection -> {
                    new LeaseTable(connection, incarnation).withdraw();
                    return incarnation;
                }));
    }

    @Override
    public void resign(Incarnation incarnation) throws CoordinationException {
        tryTo(
                "resign",
                () -> inTransaction(connection -> {
                    new LeaseTable(connection, incarnation).resign();
                    return incarnation;
                }));
    }

    @Override
    public void close() {
        lease.close();
    }

    private <T> T inTransaction(SqlWork<T> work) throws SQLException {
        return lease.run(connection -> Transactions.run(connection, work));
    }

    /** Something that fails where the database does. */
    @FunctionalInterface
    private interface Attempt<T> {
        T make() throws SQLException;
    }

    private <T> T tryTo(String what, Attempt<T> attempt) throws CoordinationException {
        try {
            return attempt.make();
        } catch (SQLException e) {
            throw Failures.of(connections, node, what, e);
        }
    }
}

package dev.signalbox.postgres.lease;

import static java.util.Objects.requireNonNull;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Renewal.Standing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.LockOnlyCoordinator;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresSettings;
import dev.signalbox.postgres.connection.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** A node of a test: its connections, its coordinator and its present incarnation. */
final class TestNode implements AutoCloseable {
    static final String RELAY = "shop-events";

    private final String name;
    private final PostgresConnections connections;
    private final Coordinator coordinator;
    private final Duration ttl;
    private Incarnation incarnation = fresh();

    private TestNode(String name, PostgresConnections connections, Coordinator coordinator, Duration ttl) {
        this.name = name;
        this.connections = connections;
        this.coordinator = coordinator;
        this.ttl = ttl;
    }

    /** A node that elects by lock and lease, and has joined. */
    static TestNode leader(String name, PostgresSettings settings, Duration ttl) throws Exception {
        var connections = PostgresConnections.open(settings.withPoolSize(2), name);
        return joined(
                new TestNode(name, connections, new PostgresLeases(connections).coordinator(name, Sharing.WHOLE), ttl));
    }

    /** A node that shares by shards, and has joined. */
    static TestNode shards(String name, PostgresSettings settings, Duration ttl) throws Exception {
        var connections = PostgresConnections.open(settings.withPoolSize(2), name);
        return joined(new TestNode(
                name, connections, new PostgresLeases(connections).coordinator(name, Sharing.SPREAD), ttl));
    }

    /** A node that elects by the lock alone, and has joined. */
    static TestNode lockOnly(String name, PostgresSettings settings, Duration ttl, Clock clock) throws Exception {
        var connections = PostgresConnections.open(settings.withPoolSize(2), name);
        return joined(new TestNode(
                name, connections, new LockOnlyCoordinator(new PostgresLeases(connections), name, clock), ttl));
    }

    static void prepareSchema(TestDatabase database) throws SQLException {
        database.execute(SideSchema.ddl());
    }

    String name() {
        return name;
    }

    PostgresConnections connections() {
        return connections;
    }

    Coordinator coordinator() {
        return coordinator;
    }

    Incarnation incarnation() {
        return incarnation;
    }

    void joinAgain() throws CoordinationException {
        incarnation = fresh();
        coordinator.join(incarnation, ttl, Set.of(RELAY));
    }

    boolean renew() throws CoordinationException {
        return coordinator.renew(incarnation, ttl).ours();
    }

    /** Renews, and says how the relay stands. */
    Standing standing() throws CoordinationException {
        return requireNonNull(coordinator.renew(incarnation, ttl).relays().get(RELAY));
    }

    Acquisition acquire(int... shards) throws CoordinationException {
        return coordinator.acquire(incarnation, RELAY, Shards.of(shards));
    }

    void release(int... shards) throws CoordinationException {
        coordinator.release(incarnation, RELAY, Shards.of(shards));
    }

    Acquisition acquire() throws CoordinationException {
        return coordinator.acquire(incarnation, RELAY, Shards.ALL);
    }

    boolean acquires() throws CoordinationException {
        return acquire() instanceof Acquisition.Acquired;
    }

    void release() throws CoordinationException {
        coordinator.release(incarnation, RELAY, Shards.ALL);
    }

    void resign() throws CoordinationException {
        coordinator.resign(incarnation);
    }

    /** Ends the node's lock session as the server sees it, without the node knowing. */
    void loseLockSession(TestDatabase database) throws SQLException {
        database.value("SELECT count(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity WHERE application_name = '"
                + "signalbox/" + name + " lock' AND datname = current_database()");
    }

    @Override
    public void close() {
        coordinator.close();
        connections.close();
    }

    private static TestNode joined(TestNode node) throws CoordinationException {
        boolean joined = false;
        try {
            node.coordinator.join(node.incarnation, node.ttl, Set.of(RELAY));
            joined = true;
            return node;
        } finally {
            if (!joined) {
                node.close();
            }
        }
    }

    private static Incarnation fresh() {
        return new Incarnation(UUID.randomUUID().toString());
    }
}

package dev.signalbox.mongodb.lease;

import static java.util.Objects.requireNonNull;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Renewal.Standing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.connection.MongoSettings;
import dev.signalbox.mongodb.connection.TestMongo;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonDateTime;

/** A node of a test: its connections, its coordinator and its present incarnation. */
final class TestNode implements AutoCloseable {
    static final String RELAY = "shop.outbox_events";

    private final String name;
    private final MongoConnections connections;
    private final Coordinator coordinator;
    private final Duration ttl;
    private Incarnation incarnation = fresh();

    private TestNode(String name, MongoConnections connections, Coordinator coordinator, Duration ttl) {
        this.name = name;
        this.connections = connections;
        this.coordinator = coordinator;
        this.ttl = ttl;
    }

    /** A node that has joined. */
    static TestNode joined(String name, MongoSettings settings, Sharing sharing, Duration ttl)
            throws CoordinationException {
        MongoConnections connections = MongoConnections.open(settings, name);
        TestNode node = new TestNode(name, connections, MongoCoordinator.open(connections, name, sharing), ttl);
        node.joinAgain();
        return node;
    }

    /** Somebody's clock has gone on: the lease of this node has run out. */
    static void expire(TestMongo database, String node) {
        database.collection(SideCollections.NODES)
                .updateMany(Filters.eq("node", node), Updates.set("renewedAt", new BsonDateTime(0)));
    }

    String name() {
        return name;
    }

    MongoConnections connections() {
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

    @Override
    public void close() {
        coordinator.close();
        connections.close();
    }

    private static Incarnation fresh() {
        return new Incarnation(UUID.randomUUID().toString());
    }
}

package dev.signalbox.mongodb;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.OutboxCollection.MongoLeaseFence;
import dev.signalbox.mongodb.RelayDocuments.RelayDocument;
import dev.signalbox.testkit.lease.NodeComponents;
import dev.signalbox.testkit.lease.NodeFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/** A fresh MongoDB database for the leases of nodes. */
final class MongoLeaseFixture implements NodeFixture {
    private static final Duration LONG = Duration.ofHours(1);

    private final TestMongo database = new TestMongo();

    TestMongo database() {
        return database;
    }

    @Override
    public NodeComponents open(String node, RelaySharing relaySharing) throws CoordinationException {
        awaitAnotherMoment();
        MongoConnections connections = MongoConnections.open(database.settings(), node);
        return new NodeComponents(
                MongoCoordinator.open(connections, node, relaySharing),
                new FencedCollection(connections),
                connections::close);
    }

    /** Waits until the millisecond changes, because nodes are ordered by when they joined. */
    private static void awaitAnotherMoment() {
        long now = System.currentTimeMillis();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> System.currentTimeMillis() > now);
    }

    /** Checks the lease before it writes, as every settlement does. */
    private final class FencedCollection implements NodeComponents.FencedTable {
        private static final String COMMON = "common";

        private final MongoLeaseFence fence;

        FencedCollection(MongoConnections connections) {
            this.fence = new MongoLeaseFence(connections);
        }

        @Override
        public boolean add(Incarnation owner) throws SourceException {
            return fence.isLive(owner)
                    && database.collection("ledger")
                            .insertOne(new BsonDocument("writer", new BsonString(owner.value())))
                            .wasAcknowledged();
        }

        @Override
        public boolean sign(Incarnation owner) throws SourceException {
            return fence.isLive(owner)
                    && database.collection("ledger")
                            .updateOne(
                                    Filters.eq("_id", COMMON),
                                    Updates.set("writer", owner.value()),
                                    new UpdateOptions().upsert(true))
                            .wasAcknowledged();
        }
    }

    @Override
    public void expire(String node, Duration in) {
        long end = System.currentTimeMillis() + in.toMillis();
        for (BsonDocument lease :
                database.collection(CollectionName.NODES).find(Filters.eq(NodeDocuments.NODE, node))) {
            change(node, "renewedAt", end - lease.getNumber("ttl").longValue());
        }
    }

    private void change(String node, String field, long moment) {
        database.collection(CollectionName.NODES)
                .updateMany(Filters.eq(NodeDocuments.NODE, node), Updates.set(field, new BsonDateTime(moment)));
    }

    @Override
    public void pause(String relay) {
        changeRelay(relay, Updates.currentDate(RelayDocument.PAUSED_AT));
    }

    @Override
    public void resume(String relay) {
        changeRelay(relay, Updates.unset(RelayDocument.PAUSED_AT));
    }

    private void changeRelay(String relay, Bson change) {
        database.collection(CollectionName.RELAYS)
                .updateOne(Filters.eq("_id", relay), change, new UpdateOptions().upsert(true));
    }

    @Override
    public void addNode(String node, Duration leaseLeft, String relay, boolean owns) throws CoordinationException {
        Incarnation incarnation = new Incarnation(node);
        try (MongoConnections connections = database.open(node);
                Coordinator coordinator = MongoCoordinator.open(connections, node, RelaySharing.SPREAD)) {
            coordinator.join(incarnation, LONG, Set.of(relay));
            if (owns) {
                coordinator.acquire(incarnation, relay, Shards.of(0));
            }
        }
        expire(node, leaseLeft);
        change(node, NodeDocuments.JOINED_AT, 0);
    }

    /** {@inheritDoc} There is no such session: a leader has only its lease. */
    @Override
    public void endLockSession(String node, String relay) {}

    @Override
    public List<String> nodes() {
        List<String> nodes = new ArrayList<>();
        database.collection(CollectionName.NODES)
                .find()
                .forEach(lease -> nodes.add(lease.getString(NodeDocuments.NODE).getValue()));
        return nodes.stream().sorted().toList();
    }

    @Override
    public void close() {
        database.close();
    }
}

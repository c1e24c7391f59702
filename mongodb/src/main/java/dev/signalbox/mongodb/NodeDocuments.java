package dev.signalbox.mongodb;

import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/**
 * One document per incarnation. A lease consists of its last renewal and its length; the server decides by its own clock
 * whether it has expired, in the same write that ends it. Only {@link #join} creates a document, and incarnation ids are
 * used once, so an ended lease never comes back.
 */
final class NodeDocuments {
    static final String NODE = "node";
    static final String JOINED_AT = "joinedAt";
    private static final String RELAYS = "relays";
    private static final String COORDINATION = "coordination";
    private static final Bson FIELDS = Projections.include(NODE, JOINED_AT, RELAYS, COORDINATION);
    private static final String RENEWED_AT = "renewedAt";
    private static final String TTL = "ttl";
    private static final String REMAINING = "left";
    private static final BsonString NOW = new BsonString("$$NOW");
    private static final BsonDocument EXPIRES_AT =
            call("$add", new BsonString("$" + RENEWED_AT), new BsonString("$" + TTL));

    /**
     * A lease that has not been ended.
     *
     * @param relays the relays that the node wants to work on
     * @param remaining the time left by the server's clock; negative if the lease has expired
     */
    record NodeLease(
            String incarnation,
            String node,
            long joinedAt,
            Set<String> relays,
            String coordination,
            Duration remaining) {
        /** By age, so that a node that joins or leaves changes few ranks of the others. */
        static final Comparator<NodeLease> BY_AGE =
                Comparator.comparingLong(NodeLease::joinedAt).thenComparing(NodeLease::incarnation);

        static NodeLease of(BsonDocument document, Duration left) {
            return new NodeLease(
                    document.getString("_id").getValue(),
                    document.getString(NODE, new BsonString("")).getValue(),
                    document.getDateTime(JOINED_AT, new BsonDateTime(0)).getValue(),
                    document.getArray(RELAYS, new BsonArray()).stream()
                            .map(relay -> relay.asString().getValue())
                            .collect(Collectors.toSet()),
                    document.getString(COORDINATION, new BsonString("")).getValue(),
                    left);
        }

        boolean isLive() {
            return remaining.isPositive();
        }
    }

    private final MongoCollection<BsonDocument> nodes;
    private final MongoCollection<BsonDocument> linearizable;
    private final Duration timeout;

    NodeDocuments(MongoConnections connections, boolean replicated) {
        this.nodes = connections.leases(CollectionName.NODES);
        // A former primary that has not noticed its replacement would answer out of date.
        this.linearizable = replicated ? nodes.withReadConcern(ReadConcern.LINEARIZABLE) : nodes;
        this.timeout = connections.settings().limits().lease();
    }

    private static BsonDocument call(String operator, BsonValue... arguments) {
        return new BsonDocument(operator, new BsonArray(List.of(arguments)));
    }

    private static Bson expiredFor(Duration time) {
        return Filters.expr(call("$lte", EXPIRES_AT, call("$subtract", NOW, new BsonInt64(time.toMillis()))));
    }

    void join(Incarnation incarnation, String node, Duration ttl, RelaySharing sharing, Set<String> relays) {
        nodes.updateOne(
                Filters.eq("_id", incarnation.value()),
                Updates.combine(
                        Updates.set(NODE, node),
                        Updates.set(TTL, ttl.toMillis()),
                        Updates.set(COORDINATION, sharing == RelaySharing.WHOLE ? "leader" : "shards"),
                        Updates.set(RELAYS, relays.stream().sorted().toList()),
                        Updates.currentDate(RENEWED_AT),
                        Updates.currentDate(JOINED_AT)),
                new UpdateOptions().upsert(true));
    }

    Optional<NodeLease> renew(Incarnation incarnation, Duration ttl) {
        BsonDocument renewed = nodes.findOneAndUpdate(
                Filters.eq("_id", incarnation.value()),
                Updates.combine(Updates.set(TTL, ttl.toMillis()), Updates.currentDate(RENEWED_AT)),
                new FindOneAndUpdateOptions()
                        .returnDocument(ReturnDocument.AFTER)
                        .projection(FIELDS));
        return Optional.ofNullable(renewed).map(document -> NodeLease.of(document, ttl));
    }

    void withdraw(Incarnation incarnation) {
        nodes.updateOne(Filters.eq("_id", incarnation.value()), Updates.set(RELAYS, List.of()));
    }

    void delete(Incarnation incarnation) {
        nodes.deleteOne(Filters.eq("_id", incarnation.value()));
    }

    /** All leases that have not been ended, with the time they have left. */
    List<NodeLease> all() {
        Bson left = Projections.computed(REMAINING, call("$subtract", EXPIRES_AT, NOW));
        return nodes.aggregate(List.of(Aggregates.project(Projections.fields(FIELDS, left))))
                .maxTime(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .map(lease -> NodeLease.of(
                        lease,
                        Duration.ofMillis(
                                lease.getNumber(REMAINING, new BsonInt64(0)).longValue())))
                .into(new ArrayList<>());
    }

    boolean exists(String incarnation) {
        var found = linearizable.find(Filters.eq("_id", incarnation)).projection(Projections.include("_id"));
        return found.maxTime(timeout.toMillis(), TimeUnit.MILLISECONDS).first() != null;
    }

    /** Ends an expired lease. Returns whether it is ended, now or before. */
    boolean end(String incarnation) {
        Bson expired = Filters.and(Filters.eq("_id", incarnation), expiredFor(Duration.ZERO));
        return nodes.deleteOne(expired).getDeletedCount() > 0 || !exists(incarnation);
    }

    /** Deletes leases that expired long ago and whose nodes own nothing. */
    void deleteExpired(Duration age, Collection<String> owners) {
        nodes.deleteMany(Filters.and(Filters.nin("_id", owners), expiredFor(age)));
    }
}

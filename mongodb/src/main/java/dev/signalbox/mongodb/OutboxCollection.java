package dev.signalbox.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Access to one outbox collection that reports errors as {@link SourceException}. */
public record OutboxCollection(
        CollectionName name, MongoConnections connections, OutboxSettings settings, MongoLeaseFence fence) {
    /**
     * Makes the server use the index on the id. The planner might scan the index by status instead, which is fast while few
     * documents match, and keep that plan when many do.
     */
    static final Bson ID_INDEX = Indexes.ascending(OutboxFields.ID);

    public OutboxCollection(CollectionName name, MongoConnections connections, OutboxSettings settings) {
        this(name, connections, settings, new MongoLeaseFence(connections));
    }

    static UpdateOptions updateById() {
        return new UpdateOptions().hint(ID_INDEX);
    }

    /** The documents that match, read completely. */
    public List<BsonDocument> find(
            String what, Bson filter, Bson projection, UnaryOperator<FindIterable<BsonDocument>> more)
            throws SourceException {
        return run(
                what,
                collection -> more.apply(collection
                                .find(filter)
                                .projection(projection)
                                .maxTime(connections.commandTimeout().toMillis(), TimeUnit.MILLISECONDS))
                        .into(new ArrayList<>()));
    }

    public List<BsonDocument> find(String what, Bson filter, Bson projection) throws SourceException {
        return find(what, filter, projection, UnaryOperator.identity());
    }

    public Instant serverTime() throws SourceException {
        return run("ask for the time", _ -> connections.deployment().localTime());
    }

    public <T> T run(String what, Function<MongoCollection<BsonDocument>, T> work) throws SourceException {
        try {
            return work.apply(connections.collection(name.value()));
        } catch (MongoException e) {
            throw new SourceException(
                    "could not %s of outbox collection %s: %s".formatted(what, name, e.getMessage()), e);
        }
    }

    /** The update that makes a message wait again. */
    static Bson makePending() {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
                Updates.set(OutboxFields.PROCESSED_AT, null),
                Updates.unset(OutboxFields.CLAIM));
    }

    /** Matches those of these documents that one of these claims has marked. */
    static Bson claimedBy(Collection<BsonValue> keys, Collection<ClaimToken> tokens) {
        return Filters.and(
                Filters.in(OutboxFields.ID, keys),
                Filters.eq(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Filters.in(
                        OutboxFields.CLAIM,
                        tokens.stream().map(ClaimToken::bson).distinct().toList()));
    }

    /** Releases messages that are not going to be delivered now, if this claim still holds them. */
    void release(ClaimToken token, Collection<BsonValue> keys) throws SourceException {
        if (!keys.isEmpty()) {
            run(
                    "release messages",
                    documents -> documents.updateMany(claimedBy(keys, List.of(token)), makePending(), updateById()));
        }
    }

    /**
     * Tells whether an incarnation still has a lease. A lease whose document is deleted has ended for good.
     *
     * <p>Reads with local read concern: after a write of its own that a majority has confirmed, a caller sees everything before
     * that write.
     */
    public record MongoLeaseFence(MongoConnections connections) {
        public boolean isLive(Incarnation incarnation) throws SourceException {
            return !live(Set.of(incarnation.value())).isEmpty();
        }

        /** Those of these incarnations that have a lease, expired or not, that has not been ended. */
        public Set<String> live(Collection<String> incarnations) throws SourceException {
            Set<String> live = new HashSet<>();
            if (incarnations.isEmpty()) {
                return live;
            }
            try {
                connections
                        .collection(CollectionName.NODES)
                        .find(Filters.in("_id", incarnations))
                        .projection(Projections.include("_id"))
                        .maxTime(connections.commandTimeout().toMillis(), TimeUnit.MILLISECONDS)
                        .forEach(node -> live.add(node.getString("_id").getValue()));
                return live;
            } catch (MongoException e) {
                throw new SourceException("could not read the leases: " + e.getMessage(), e);
            }
        }
    }
}

package dev.signalbox.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Aggregates;
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
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

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

    /**
     * How many documents to read, and in which order.
     *
     * @param limit zero for all
     */
    public record FindOptions(
            @Nullable Bson sort, int limit, @Nullable Bson hint) {
        static final FindOptions ALL = new FindOptions(null, 0, null);
        static final FindOptions BY_ID = new FindOptions(null, 0, ID_INDEX);

        static FindOptions first(int limit, Bson sort) {
            return new FindOptions(sort, limit, null);
        }
    }

    /** The documents that match, with these fields; texts only up to their limit ({@link LimitedFields}). */
    public List<BsonDocument> find(String what, Bson filter, Bson projection, FindOptions options)
            throws SourceException {
        List<Bson> stages = new ArrayList<>(List.of(Aggregates.match(filter)));
        if (options.sort() != null) {
            stages.add(Aggregates.sort(options.sort()));
        }
        if (options.limit() > 0) {
            stages.add(Aggregates.limit(options.limit()));
        }
        stages.add(Aggregates.project(limitedFields().project(projection)));
        return run(what, collection -> {
            var found = collection
                    .aggregate(stages)
                    .maxTime(connections.commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
            return (options.hint() == null ? found : found.hint(options.hint())).into(new ArrayList<>());
        });
    }

    public List<BsonDocument> find(String what, Bson filter, Bson projection) throws SourceException {
        return find(what, filter, projection, FindOptions.ALL);
    }

    LimitedFields limitedFields() {
        return new LimitedFields(settings.limits());
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

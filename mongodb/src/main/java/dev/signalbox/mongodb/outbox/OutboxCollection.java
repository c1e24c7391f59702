package dev.signalbox.mongodb.outbox;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.MongoConnections;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Access to one outbox collection that reports errors as {@link SourceException}. */
public final class OutboxCollection {
    /**
     * Makes the server use the index on the id. The planner might scan the index by status instead, which is fast while few
     * documents match, and keep that plan when many do.
     */
    static final Bson ID_INDEX = Indexes.ascending(OutboxFields.ID);

    private final CollectionName name;
    private final MongoConnections connections;
    private final MongoCollection<BsonDocument> documents;

    public OutboxCollection(CollectionName name, MongoConnections connections) {
        this.name = name;
        this.connections = connections;
        this.documents = connections.collection(name.value());
    }

    static UpdateOptions updateById() {
        return new UpdateOptions().hint(ID_INDEX);
    }

    /** An operation on the collection. */
    @FunctionalInterface
    public interface CollectionWork<T> {
        T with(MongoCollection<BsonDocument> documents);
    }

    public CollectionName name() {
        return name;
    }

    public MongoConnections connections() {
        return connections;
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

    /** The server's clock. */
    public Instant serverTime() throws SourceException {
        return run("ask for the time", _ -> connections.deployment().localTime());
    }

    public <T> T run(String what, CollectionWork<T> work) throws SourceException {
        try {
            return work.with(documents);
        } catch (MongoException e) {
            throw new SourceException(
                    "could not %s of outbox collection %s: %s".formatted(what, name, e.getMessage()), e);
        }
    }
}

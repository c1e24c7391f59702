package dev.signalbox.mongodb.notify;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/** Opens change streams that report when a message becomes PENDING, without its content. */
final class ChangeStreams {
    /** How long the server waits for a change before it returns an empty answer. */
    private static final Duration MAX_AWAIT_TIME = Duration.ofSeconds(1);

    private static final List<Bson> NEW_MESSAGES = List.of(
            Aggregates.match(Filters.or(
                    Filters.in("operationType", List.of("insert", "replace")),
                    Filters.eq("updateDescription.updatedFields." + OutboxFields.STATUS, OutboxFields.PENDING))),
            Aggregates.project(Projections.include("_id")));

    private final MongoConnections connections;

    ChangeStreams(MongoConnections connections) {
        this.connections = connections;
    }

    MongoChangeStreamCursor<ChangeStreamDocument<BsonDocument>> open(String collection) {
        return connections
                .collection(collection)
                .watch(NEW_MESSAGES, BsonDocument.class)
                .maxAwaitTime(MAX_AWAIT_TIME.toMillis(), TimeUnit.MILLISECONDS)
                .cursor();
    }

    boolean isReplicated() {
        return connections.deployment().replicated();
    }
}

package dev.signalbox.mongodb.connection;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * The kind of the server, and its time.
 *
 * @param replicated whether the server is a replica set or sharded cluster, which has change streams and secondaries that
 *     lag
 * @param localTime the server's clock when it answered
 */
public record Deployment(boolean replicated, Instant localTime) {
    private static final int NO_SUCH_COMMAND = 59;

    /** Queries the primary. */
    public static Deployment query(MongoDatabase database) {
        return of(hello(database));
    }

    private static BsonDocument hello(MongoDatabase database) {
        try {
            return run(database, "hello");
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NO_SUCH_COMMAND) {
                throw e;
            }
            return run(database, "isMaster");
        }
    }

    private static BsonDocument run(MongoDatabase database, String command) {
        return database.runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
    }

    private static Deployment of(BsonDocument answer) {
        BsonValue time = answer.get("localTime");
        if (time == null || !time.isDateTime()) {
            throw new IllegalStateException("the server does not report its time");
        }
        // A router of a sharded cluster answers "isdbgrid" instead of the name of a replica set.
        return new Deployment(
                answer.containsKey("setName") || answer.containsKey("msg"),
                Instant.ofEpochMilli(time.asDateTime().getValue()));
    }
}

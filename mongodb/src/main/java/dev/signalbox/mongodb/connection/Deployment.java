package dev.signalbox.mongodb.connection;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * What kind of server answers, and its time.
 *
 * @param replicated whether writes go to several members, so that a reader can be behind, and changes can be told of
 * @param localTime the server's clock when it answered
 */
public record Deployment(boolean replicated, Instant localTime) {
    private static final int NO_SUCH_COMMAND = 59;

    /** Asks the server that is written to. */
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

    private static BsonDocument run(MongoDatabase database, String greeting) {
        return database.runCommand(new BsonDocument(greeting, new BsonInt32(1)), BsonDocument.class);
    }

    private static Deployment of(BsonDocument answer) {
        BsonValue time = answer.get("localTime");
        if (time == null || !time.isDateTime()) {
            throw new IllegalStateException("the server does not say what time it is");
        }
        // A router of a sharded cluster says "isdbgrid" instead of the name of a replica set.
        return new Deployment(
                answer.containsKey("setName") || answer.containsKey("msg"),
                Instant.ofEpochMilli(time.asDateTime().getValue()));
    }
}

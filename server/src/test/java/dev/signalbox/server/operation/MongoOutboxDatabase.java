package dev.signalbox.server.operation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.slf4j.LoggerFactory;

/** A MongoDB in this process, without change streams by default. */
public final class MongoOutboxDatabase implements OutboxDatabase {
    private final MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
    private final String uri;
    private final MongoClient client;

    public MongoOutboxDatabase(boolean streams) {
        // It logs every unknown command, and the driver tries the newest first.
        ((Logger) LoggerFactory.getLogger("de.bwaldvogel")).setLevel(Level.OFF);
        if (streams) {
            server.enableOplog();
        }
        uri = server.bindAndGetConnectionString();
        client = MongoClients.create(uri);
    }

    @Override
    public String source() {
        return "url: \"" + uri + "\", database: shop";
    }

    private MongoCollection<Document> outbox() {
        return client.getDatabase("shop").getCollection("outbox_events");
    }

    @Override
    public void insert(String id, String group) {
        insert(id, group, new BsonDateTime(Instant.now().toEpochMilli()));
    }

    @Override
    public List<String> insertAtOddTimes(String group) {
        insert("first", group, new BsonDateTime(Long.MIN_VALUE));
        insert("last", group, new BsonDateTime(Long.MAX_VALUE));
        return List.of("first", "last");
    }

    private void insert(String id, String group, BsonDateTime createdAt) {
        outbox().insertOne(new Document("_id", id)
                .append("type", "EVENT")
                .append("messageGroup", group)
                .append("payload", "{\"id\":\"" + id + "\"}")
                .append("status", "PENDING")
                .append("retryCount", 0)
                .append("createdAt", createdAt)
                .append("processedAt", null)
                .append("errorMessage", null));
    }

    @Override
    public int count(String status) {
        return (int) outbox().countDocuments(Filters.eq("status", status));
    }

    @Override
    public void close() {
        client.close();
        server.shutdownNow();
    }
}

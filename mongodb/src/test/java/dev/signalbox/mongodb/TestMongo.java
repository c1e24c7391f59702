package dev.signalbox.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.UUID;
import org.bson.BsonDocument;

/**
 * A fresh database on the server that the environment names, or on one in this process, which supports change streams as a
 * replica set does.
 */
public final class TestMongo implements AutoCloseable {
    private static final String SERVER = "SIGNALBOX_TEST_MONGODB_URI";

    /** The server in this process, started at the first use. */
    private static final class InProcess {
        static final String URI = start();

        private static String start() {
            MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
            server.enableOplog();
            return server.bindAndGetConnectionString();
        }
    }

    private final String name = "signalbox_test_" + UUID.randomUUID().toString().replace("-", "");
    private final MongoClient client = MongoClients.create(uri());

    /** Whether the tests run on a real server. */
    public static boolean isReal() {
        return System.getenv(SERVER) != null;
    }

    public static String uri() {
        String real = System.getenv(SERVER);
        return real != null ? real : InProcess.URI;
    }

    public String name() {
        return name;
    }

    public MongoSettings settings() {
        return MongoSettings.of(uri(), name);
    }

    public MongoConnections open(String node) {
        return MongoConnections.open(settings(), node);
    }

    public MongoDatabase database() {
        return client.getDatabase(name);
    }

    public MongoCollection<BsonDocument> collection(String collection) {
        return database().getCollection(collection, BsonDocument.class);
    }

    /** FlowCatalyst's collection with only its index. */
    public MongoCollection<BsonDocument> outbox() {
        MongoCollection<BsonDocument> outbox = collection("outbox_events");
        outbox.createIndex(Indexes.ascending("status", "messageGroup", "createdAt"));
        return outbox;
    }

    @Override
    public void close() {
        database().drop();
        client.close();
    }
}

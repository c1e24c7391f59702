package dev.signalbox.e2e;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.signalbox.mongodb.CollectionName;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.slf4j.LoggerFactory;

/** A database on the MongoDB server that the environment names, or on an in-process server. */
final class MongoTestDatabase implements TestDatabase {
    private static final String SERVER = "SIGNALBOX_TEST_MONGODB_URI";

    /** The in-process server, started on first use. */
    private static final class InProcess {
        static final String URI = start();

        private static String start() {
            // The server logs every unknown command, and the driver tries the newest ones first.
            ((Logger) LoggerFactory.getLogger("de.bwaldvogel")).setLevel(Level.OFF);
            MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
            server.enableOplog();
            return server.bindAndGetConnectionString();
        }
    }

    private final String name = "shop" + ProcessHandle.current().pid() + "_" + System.nanoTime();
    private final String uri;
    private final MongoClient client;
    private final MongoDatabase database;

    MongoTestDatabase() {
        String real = System.getenv(SERVER);
        uri = real == null || real.isBlank() ? InProcess.URI : real;
        client = MongoClients.create(uri);
        database = client.getDatabase(name);
        List.of(PostgresTestDatabase.EVENTS, PostgresTestDatabase.JOBS)
                .forEach(outbox -> database.getCollection(outbox)
                        .createIndex(Indexes.ascending("status", "messageGroup", "createdAt")));
    }

    @Override
    public Map<String, String> processor() {
        return Map.of("database-type", "MONGODB", "database-url", uri, "mongo-database", name);
    }

    @Override
    public Writer writer() {
        return new Writer() {
            @Override
            public void commit(String table, List<Message> messages) {
                Date now = Date.from(Instant.now());
                database.getCollection(table)
                        .insertMany(messages.stream()
                                .map(message -> document(message, now))
                                .toList());
            }

            @Override
            public void close() {
                // The writer shares the client, which is closed with the database.
            }
        };
    }

    private static Document document(Message message, Date now) {
        return new Document("_id", message.id())
                .append("type", message.type())
                .append("messageGroup", message.group())
                .append("payload", message.payload())
                .append("status", "PENDING")
                .append("retryCount", 0)
                .append("createdAt", now)
                .append("processedAt", null)
                .append("errorMessage", null);
    }

    private MongoCollection<Document> events() {
        return database.getCollection(PostgresTestDatabase.EVENTS);
    }

    private List<String> ids(Bson filter) {
        return StreamSupport.stream(
                        events().find(filter)
                                .projection(Projections.include("_id"))
                                .spliterator(),
                        false)
                .map(document -> document.getString("_id"))
                .toList();
    }

    @Override
    public List<String> idsOf(String status) {
        return ids(Filters.eq("status", status));
    }

    @Override
    public List<String> idsToArrive() {
        return ids(Filters.ne("status", "FAILED"));
    }

    @Override
    public List<String> statesAndAttempts() {
        return StreamSupport.stream(
                        events().find()
                                .projection(Projections.include("status", "retryCount"))
                                .spliterator(),
                        false)
                .map(document -> document.get("status") + "|" + document.get("retryCount"))
                .distinct()
                .toList();
    }

    @Override
    public boolean isSettled() {
        Bson open = Filters.in("status", "PENDING", "PROCESSING");
        return events().countDocuments(open)
                        + database.getCollection(PostgresTestDatabase.JOBS).countDocuments(open)
                == 0;
    }

    @Override
    public Map<Integer, String> owners() {
        Map<String, String> nodes = new HashMap<>();
        for (Document node : database.getCollection(CollectionName.NODES).find()) {
            Instant end = node.getDate("renewedAt")
                    .toInstant()
                    .plusMillis(node.get("ttl", Number.class).longValue());
            if (end.isAfter(Instant.now())) {
                nodes.put(node.getString("_id"), node.getString("node"));
            }
        }
        Map<Integer, String> owners = new HashMap<>();
        for (Document relay :
                database.getCollection(CollectionName.RELAYS).find(Filters.eq("_id", PostgresTestDatabase.EVENTS))) {
            relay.get("owners", new Document()).forEach((shard, incarnation) -> {
                String node = nodes.get(String.valueOf(incarnation));
                if (node != null) {
                    owners.put(Integer.valueOf(shard), node);
                }
            });
        }
        return owners;
    }

    @Override
    public void close() {
        database.drop();
        client.close();
    }
}

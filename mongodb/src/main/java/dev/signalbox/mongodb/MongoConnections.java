package dev.signalbox.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.signalbox.mongodb.MongoSettings.MongoTimeLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one database. Leases have their own, because a renewal must not wait behind claims.
 *
 * <p>Reads go to the primary, and a majority confirms each write, whatever the URI says: so no confirmed write is lost.
 */
public final class MongoConnections implements AutoCloseable {
    private static final int UNAUTHORIZED = 13;
    private static final int NO_SUCH_COMMAND = 59;
    private static final int LEASE_POOL = 2;
    private static final int MAX_NAME_BYTES = 128;

    /**
     * The kind of the server, and its time.
     *
     * @param replicated whether the server is a replica set or sharded cluster, which has change streams and secondaries
     *     that lag
     * @param localTime the server's clock when it answered
     */
    public record Deployment(boolean replicated, Instant localTime) {}

    private final MongoSettings settings;
    private final MongoClient client;
    private final MongoClient leaseClient;

    private MongoConnections(MongoSettings settings, MongoClient client, MongoClient leaseClient) {
        this.settings = settings;
        this.client = client;
        this.leaseClient = leaseClient;
    }

    /** Connects in the background; the first use waits for the connection. */
    public static MongoConnections open(MongoSettings settings, String node) {
        MongoTimeLimits limits = settings.limits();
        MongoClient client = MongoClients.create(client(settings, node, limits, settings.poolSize()));
        MongoTimeLimits forLeases =
                new MongoTimeLimits(limits.connect(), limits.lease(), limits.lease(), limits.lease(), limits.lease());
        return new MongoConnections(
                settings, client, MongoClients.create(client(settings, node, forLeases, LEASE_POOL)));
    }

    private static MongoClientSettings client(
            MongoSettings settings, String node, MongoTimeLimits limits, int poolSize) {
        ConnectionString uri = new ConnectionString(settings.uri());
        MongoClientSettings.Builder builder = MongoClientSettings.builder()
                .applicationName(name(node))
                .applyToSocketSettings(socket -> socket.connectTimeout(millis(limits.connect()), TimeUnit.MILLISECONDS)
                        .readTimeout(millis(limits.socket()), TimeUnit.MILLISECONDS))
                .applyToClusterSettings(cluster ->
                        cluster.serverSelectionTimeout(limits.select().toMillis(), TimeUnit.MILLISECONDS))
                .applyToConnectionPoolSettings(pool ->
                        pool.maxSize(poolSize).maxWaitTime(limits.select().toMillis(), TimeUnit.MILLISECONDS))
                .applyConnectionString(uri)
                .retryWrites(true)
                .retryReads(true)
                .readPreference(ReadPreference.primary())
                .readConcern(ReadConcern.LOCAL)
                .writeConcern(
                        WriteConcern.MAJORITY.withWTimeout(limits.statement().toMillis(), TimeUnit.MILLISECONDS));
        String username = settings.username();
        if (username != null && uri.getCredential() == null) {
            String database = Objects.requireNonNullElse(uri.getDatabase(), "admin");
            builder.credential(MongoCredential.createCredential(
                    username, database, settings.password().toCharArray()));
        }
        return builder.build();
    }

    private static int millis(Duration time) {
        return Math.toIntExact(time.toMillis());
    }

    private static String name(String node) {
        String name = "signalbox " + node;
        return name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES ? name : "signalbox";
    }

    public MongoSettings settings() {
        return settings;
    }

    public MongoDatabase database() {
        return client.getDatabase(settings.database());
    }

    public MongoCollection<BsonDocument> collection(String name) {
        return database().getCollection(name, BsonDocument.class);
    }

    /** A side collection, over the connections reserved for leases. */
    public MongoCollection<BsonDocument> leases(String name) {
        return leaseClient.getDatabase(settings.database()).getCollection(name, BsonDocument.class);
    }

    public Duration commandTimeout() {
        return settings.limits().statement();
    }

    /** Whether an operation failed because the user lacks a right. */
    public static boolean isUnauthorized(@Nullable Throwable failure) {
        return failure instanceof MongoException e && e.getCode() == UNAUTHORIZED;
    }

    /** Queries the primary. */
    public Deployment deployment() {
        BsonDocument answer = hello();
        BsonValue time = answer.get("localTime");
        if (time == null || !time.isDateTime()) {
            throw new IllegalStateException("the server does not report its time");
        }
        // A router of a sharded cluster answers "isdbgrid" instead of the name of a replica set.
        return new Deployment(
                answer.containsKey("setName") || answer.containsKey("msg"),
                Instant.ofEpochMilli(time.asDateTime().getValue()));
    }

    private BsonDocument hello() {
        try {
            return run("hello");
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != NO_SUCH_COMMAND) {
                throw e;
            }
            return run("isMaster");
        }
    }

    /** Runs a command without arguments. */
    public BsonDocument run(String command) {
        return database().runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
    }

    @Override
    public void close() {
        client.close();
        leaseClient.close();
    }
}

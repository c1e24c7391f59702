package dev.signalbox.mongodb.connection;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one database. Leases have their own, because a renewal must not wait behind claims.
 *
 * <p>Reads go to the primary, and a majority confirms each write, whatever the URI says: so no confirmed write is lost.
 */
public final class MongoConnections implements AutoCloseable {
    private static final int UNAUTHORIZED = 13;
    private static final int LEASE_POOL = 2;
    private static final int MAX_NAME_BYTES = 128;

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
            builder.credential(MongoCredential.createCredential(
                    username, authenticationDatabase(uri), settings.password().toCharArray()));
        }
        return builder.build();
    }

    private static String authenticationDatabase(ConnectionString uri) {
        String database = uri.getDatabase();
        return database == null ? "admin" : database;
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

    /** The time limit of one command. */
    public Duration commandTimeout() {
        return settings.limits().statement();
    }

    /** Whether an operation failed because the user lacks a right. */
    public static boolean isUnauthorized(@Nullable Throwable failure) {
        return failure instanceof MongoException e && e.getCode() == UNAUTHORIZED;
    }

    public Deployment deployment() {
        return Deployment.query(database());
    }

    @Override
    public void close() {
        client.close();
        leaseClient.close();
    }
}

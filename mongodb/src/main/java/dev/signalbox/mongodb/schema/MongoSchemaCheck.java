package dev.signalbox.mongodb.schema;

import com.mongodb.client.MongoDatabase;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.mongodb.connection.CollectionName;
import dev.signalbox.mongodb.connection.Deployment;
import dev.signalbox.mongodb.connection.MongoConnections;
import dev.signalbox.mongodb.outbox.OutboxFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Inspects a relay's collection and its database without changing anything. */
public final class MongoSchemaCheck {
    private static final int MIN_VERSION = 6;
    private static final String SERVER_PURPOSE = "what Signalbox is made for";
    private static final String SET_PURPOSE =
            "without one a new message is found at the next poll, and what the server's disk loses is lost";
    private static final String COLLECTION_PURPOSE = "what the relay reads and marks; the first message creates it";
    private static final String INDEX_PURPOSE = "without it every claim reads the whole collection";
    private static final String FIELDS_PURPOSE = "messages are found and ordered by them";

    private final MongoConnections connections;

    private MongoSchemaCheck(MongoConnections connections) {
        this.connections = connections;
    }

    /** A relay's collection. */
    public record CollectionTarget(String relay, CollectionName collection) {}

    /**
     * Inspects these collections of one database.
     *
     * @throws com.mongodb.MongoException if the database cannot be reached or read
     */
    public static List<CollectionSchemaReport> of(MongoConnections connections, List<CollectionTarget> targets) {
        MongoSchemaCheck check = new MongoSchemaCheck(connections);
        List<InspectionFinding> server = check.server();
        Set<String> present = new HashSet<>();
        connections.database().listCollectionNames().into(present);
        return targets.stream()
                .map(target -> check.report(target, server, present))
                .toList();
    }

    private List<InspectionFinding> server() {
        MongoDatabase database = connections.database();
        String version = database.runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class)
                .getString("version", new BsonString("0"))
                .getValue();
        boolean old = Integer.parseInt(version.replaceFirst("\\D.*", "")) < MIN_VERSION;
        boolean replicated = Deployment.query(database).replicated();
        return List.of(
                new InspectionFinding(
                        "server",
                        old ? State.WRONG : State.PRESENT,
                        false,
                        "MongoDB " + version + (old ? ", older than " + MIN_VERSION : ""),
                        SERVER_PURPOSE),
                new InspectionFinding(
                        "replica set",
                        replicated ? State.PRESENT : State.MISSING,
                        false,
                        replicated ? "writes are confirmed by a majority" : "a standalone server",
                        SET_PURPOSE));
    }

    private CollectionSchemaReport report(
            CollectionTarget target, List<InspectionFinding> server, Set<String> present) {
        List<InspectionFinding> findings = new ArrayList<>(server);
        List<MongoSchemaStep> steps = new ArrayList<>();
        String name = target.collection().value();
        if (present.contains(name)) {
            findings.add(new InspectionFinding("collection", State.PRESENT, false, "it exists", COLLECTION_PURPOSE));
            findings.addAll(new DocumentCheck(connections.collection(name)).findings(FIELDS_PURPOSE));
        } else {
            findings.add(new InspectionFinding(
                    "collection", State.MISSING, false, "it does not exist yet", COLLECTION_PURPOSE));
        }
        boolean indexed = present.contains(name) && new ClaimIndexCheck(connections.collection(name)).exists();
        String columns = "{status: 1, messageGroup: 1, createdAt: 1}";
        findings.add(new InspectionFinding(
                "claim index",
                indexed ? State.PRESENT : State.MISSING,
                false,
                (indexed ? "an index on " : "no index on ") + columns,
                INDEX_PURPOSE));
        if (!indexed) {
            steps.add(new MongoSchemaStep(
                    "create an index on " + name + " " + columns, INDEX_PURPOSE, createIndexCommand(name)));
        }
        return new CollectionSchemaReport(target.relay(), name, findings, steps);
    }

    /** Creating an index also creates the collection, and does not block writers. */
    private static BsonDocument createIndexCommand(String collection) {
        BsonDocument key = OutboxFields.claimIndex().toBsonDocument();
        BsonDocument index = new BsonDocument("key", key).append("name", new BsonString(ClaimIndexCheck.NAME));
        return new BsonDocument("createIndexes", new BsonString(collection))
                .append("indexes", new BsonArray(List.of(index)));
    }
}

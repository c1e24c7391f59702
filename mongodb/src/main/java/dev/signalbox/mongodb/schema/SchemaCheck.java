package dev.signalbox.mongodb.schema;

import com.mongodb.client.MongoDatabase;
import dev.signalbox.core.operation.Finding;
import dev.signalbox.core.operation.Finding.State;
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

/** Looks what a relay's collection and its database have, without changing anything. */
public final class SchemaCheck {
    private static final int OLDEST = 6;
    private static final String SERVER_PURPOSE = "what Signalbox is made for";
    private static final String SET_PURPOSE =
            "without one a new message is found at the next poll, and what the server's disk loses is lost";
    private static final String COLLECTION_PURPOSE = "what the relay reads and marks; the first message creates it";
    private static final String INDEX_PURPOSE = "without it every claim reads the whole collection";
    private static final String FIELDS_PURPOSE = "messages are found and ordered by them";

    private final MongoConnections connections;

    private SchemaCheck(MongoConnections connections) {
        this.connections = connections;
    }

    /** A relay's collection. */
    public record Target(String relay, CollectionName collection) {}

    /**
     * Looks at these collections of one database.
     *
     * @throws com.mongodb.MongoException if it can't be reached or not be looked at
     */
    public static List<SchemaReport> of(MongoConnections connections, List<Target> targets) {
        SchemaCheck check = new SchemaCheck(connections);
        List<Finding> server = check.server();
        Set<String> present = new HashSet<>();
        connections.database().listCollectionNames().into(present);
        return targets.stream()
                .map(target -> check.report(target, server, present))
                .toList();
    }

    private List<Finding> server() {
        MongoDatabase database = connections.database();
        String version = database.runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class)
                .getString("version", new BsonString("0"))
                .getValue();
        boolean old = Integer.parseInt(version.replaceFirst("\\D.*", "")) < OLDEST;
        boolean replicated = Deployment.ask(database).replicated();
        return List.of(
                new Finding(
                        "server",
                        old ? State.WRONG : State.PRESENT,
                        false,
                        "MongoDB " + version + (old ? ", older than " + OLDEST : ""),
                        SERVER_PURPOSE),
                new Finding(
                        "replica set",
                        replicated ? State.PRESENT : State.MISSING,
                        false,
                        replicated ? "writes are confirmed by a majority" : "a standalone server",
                        SET_PURPOSE));
    }

    private SchemaReport report(Target target, List<Finding> server, Set<String> present) {
        List<Finding> findings = new ArrayList<>(server);
        List<Step> steps = new ArrayList<>();
        String name = target.collection().value();
        if (present.contains(name)) {
            findings.add(new Finding("collection", State.PRESENT, false, "it exists", COLLECTION_PURPOSE));
            findings.addAll(new DocumentCheck(connections.collection(name)).findings(FIELDS_PURPOSE));
        } else {
            findings.add(new Finding("collection", State.MISSING, false, "it does not exist yet", COLLECTION_PURPOSE));
        }
        boolean indexed = present.contains(name) && new IndexCheck(connections.collection(name)).isThere();
        String columns = "{status: 1, messageGroup: 1, createdAt: 1}";
        findings.add(new Finding(
                "claim index",
                indexed ? State.PRESENT : State.MISSING,
                false,
                (indexed ? "an index on " : "no index on ") + columns,
                INDEX_PURPOSE));
        if (!indexed) {
            steps.add(new Step("create an index on " + name + " " + columns, INDEX_PURPOSE, creation(name)));
        }
        return new SchemaReport(target.relay(), name, findings, steps);
    }

    /** Creating an index creates the collection, and does not make writers wait. */
    private static BsonDocument creation(String collection) {
        BsonDocument key = OutboxFields.claimIndex().toBsonDocument();
        BsonDocument index = new BsonDocument("key", key).append("name", new BsonString(IndexCheck.NAME));
        return new BsonDocument("createIndexes", new BsonString(collection))
                .append("indexes", new BsonArray(List.of(index)));
    }
}

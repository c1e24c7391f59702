package dev.signalbox.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.signalbox.core.admin.InspectionFinding;
import dev.signalbox.core.admin.InspectionFinding.State;
import dev.signalbox.mongodb.MongoSchemaCheck.MongoSchemaStep;
import dev.signalbox.mongodb.MongoSettings.MongoTimeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Inspects a relay's collection and its database without changing anything. */
public final class MongoSchemaCheck {
    private static final int MIN_VERSION = 6;
    private static final int MAX_DOCUMENTS = 1_000;
    private static final String SERVER_PURPOSE = "what Signalbox is made for";
    private static final String SET_PURPOSE =
            "without one a new message is found at the next poll, and what the server's disk loses is lost";
    private static final String COLLECTION_PURPOSE = "what the relay reads and marks; the first message creates it";
    private static final String INDEX_COLUMNS = "{status: 1, messageGroup: 1, createdAt: 1}";
    private static final String INDEX_PURPOSE = "without it every claim reads the whole collection";
    private static final String FIELDS_PURPOSE = "messages are found and ordered by them";
    private static final String STATES_PURPOSE = "what the relay writes as the state of a message";
    private static final Bson FIELDS =
            Projections.include(OutboxFields.GROUP, OutboxFields.CREATED_AT, OutboxFields.RETRY_COUNT);

    private MongoSchemaCheck() {}

    public record CollectionTarget(String relay, CollectionName collection) {}

    /**
     * The findings of an inspection of one relay's collection and its database.
     *
     * @param steps what adds everything that is missing and can be added
     */
    public record CollectionSchemaReport(
            String relay, String collection, List<InspectionFinding> findings, List<MongoSchemaStep> steps) {}

    /**
     * A step that adds something to a database.
     *
     * @param title what it does, in a few words
     * @param purpose why, in one sentence
     * @param command the database command that does it
     */
    public record MongoSchemaStep(String title, String purpose, BsonDocument command) {
        public String statement() {
            return "db.runCommand(" + command.toJson() + ")";
        }
    }

    /**
     * Inspects these collections of one database.
     *
     * @throws com.mongodb.MongoException if the database cannot be reached or read
     */
    public static List<CollectionSchemaReport> of(MongoConnections connections, List<CollectionTarget> targets) {
        List<InspectionFinding> server = server(connections);
        Map<String, BsonDocument> present = new HashMap<>();
        connections
                .database()
                .listCollections(BsonDocument.class)
                .forEach(found -> present.put(
                        found.getString("name").getValue(), found.getDocument("options", new BsonDocument())));
        return targets.stream()
                .map(target -> {
                    String name = target.collection().value();
                    return report(target, server, present.get(name), connections.collection(name));
                })
                .toList();
    }

    private static List<InspectionFinding> server(MongoConnections connections) {
        String version = connections
                .run("buildInfo")
                .getString("version", new BsonString("0"))
                .getValue();
        boolean old = Integer.parseInt(version.replaceFirst("\\D.*", "")) < MIN_VERSION;
        boolean replicated = connections.deployment().replicated();
        String versionFound = "MongoDB " + version + (old ? ", older than " + MIN_VERSION : "");
        String setFound = replicated ? "writes are confirmed by a majority" : "a standalone server";
        return List.of(
                finding("server", old ? State.WRONG : State.PRESENT, versionFound, SERVER_PURPOSE),
                finding("replica set", replicated ? State.PRESENT : State.MISSING, setFound, SET_PURPOSE));
    }

    private static InspectionFinding finding(String item, State state, String detail, String purpose) {
        return new InspectionFinding(item, state, false, detail, purpose);
    }

    /** What a sample shows of states that are no words: such a message is never delivered. */
    private static Optional<InspectionFinding> states(String collection, MongoCollection<BsonDocument> documents) {
        List<BsonDocument> sample = documents
                .find()
                .projection(Projections.include(OutboxFields.STATUS))
                .limit(MAX_DOCUMENTS)
                .into(new ArrayList<>());
        List<BsonDocument> odd = sample.stream()
                .filter(document ->
                        !document.get(OutboxFields.STATUS, BsonNull.VALUE).isString())
                .toList();
        if (odd.isEmpty()) {
            return Optional.empty();
        }
        String detail =
                "collection %s: field status of message %s is of type %s, and it is never delivered; needed is one of the strings %s"
                        .formatted(
                                collection,
                                MessageIds.text(MessageIds.of(odd.getFirst())),
                                odd.getFirst()
                                        .get(OutboxFields.STATUS, BsonNull.VALUE)
                                        .getBsonType(),
                                String.join(", ", ValidatorCheck.WORDS));
        boolean none = odd.size() == sample.size();
        return Optional.of(new InspectionFinding("states", State.WRONG, none, detail, STATES_PURPOSE));
    }

    private static CollectionSchemaReport report(
            CollectionTarget target,
            List<InspectionFinding> server,
            @Nullable BsonDocument options,
            MongoCollection<BsonDocument> collection) {
        List<InspectionFinding> findings = new ArrayList<>(server);
        List<MongoSchemaStep> steps = new ArrayList<>();
        String name = target.collection().value();
        boolean exists = options != null;
        if (options != null) {
            findings.add(finding("collection", State.PRESENT, "it exists", COLLECTION_PURPOSE));
            findings.add(fields(collection));
            states(name, collection).ifPresent(findings::add);
            ValidatorCheck.problems(options)
                    .forEach(problem -> findings.add(new InspectionFinding(
                            "validator", State.WRONG, true, "collection " + name + ": " + problem, STATES_PURPOSE)));
        } else {
            findings.add(finding("collection", State.MISSING, "it does not exist yet", COLLECTION_PURPOSE));
        }
        String columns = INDEX_COLUMNS;
        if (exists && hasClaimIndex(collection)) {
            findings.add(finding("claim index", State.PRESENT, "an index on " + columns, INDEX_PURPOSE));
        } else {
            findings.add(finding("claim index", State.MISSING, "no index on " + columns, INDEX_PURPOSE));
            steps.add(claimIndexStep(target.collection()));
        }
        return new CollectionSchemaReport(target.relay(), name, findings, steps);
    }

    /** The step that creates the index which claims use. */
    public static MongoSchemaStep claimIndexStep(CollectionName collection) {
        return new MongoSchemaStep(
                "create an index on " + collection.value() + " " + INDEX_COLUMNS,
                INDEX_PURPOSE,
                createIndexCommand(collection.value()));
    }

    /** Creating an index also creates the collection, and does not block writers. */
    private static BsonDocument createIndexCommand(String collection) {
        BsonDocument key = OutboxFields.claimIndex().toBsonDocument();
        BsonDocument index = new BsonDocument("key", key).append("name", new BsonString("signalbox_claim"));
        return new BsonDocument("createIndexes", new BsonString(collection))
                .append("indexes", new BsonArray(List.of(index)));
    }

    /** Whether the index that claims use exists, whatever its name. */
    private static boolean hasClaimIndex(MongoCollection<BsonDocument> collection) {
        List<BsonDocument> indexes = collection.listIndexes(BsonDocument.class).into(new ArrayList<>());
        return indexes.stream().anyMatch(MongoSchemaCheck::servesClaims);
    }

    /** A partial, sparse, hidden or collated index cannot be used. */
    private static boolean servesClaims(BsonDocument index) {
        BsonDocument wanted = OutboxFields.claimIndex().toBsonDocument();
        BsonDocument key = index.getDocument("key", new BsonDocument());
        List<String> first = key.keySet().stream().limit(wanted.size()).toList();
        boolean ascending = key.values().stream()
                .limit(wanted.size())
                .allMatch(direction ->
                        direction.isNumber() && direction.asNumber().intValue() == 1);
        boolean whole = !index.containsKey("partialFilterExpression")
                && !index.containsKey("sparse")
                && !index.containsKey("collation")
                && !BsonBoolean.TRUE.equals(index.get("hidden"));
        return first.equals(List.copyOf(wanted.keySet())) && ascending && whole;
    }

    private static InspectionFinding fields(MongoCollection<BsonDocument> collection) {
        List<BsonDocument> waiting = collection
                .find(Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING))
                .projection(FIELDS)
                .limit(MAX_DOCUMENTS)
                .into(new ArrayList<>());
        for (BsonDocument document : waiting) {
            String problems = String.join("; ", problems(document));
            if (!problems.isEmpty()) {
                String id = MessageIds.text(MessageIds.of(document));
                return finding("fields", State.WRONG, "message " + id + ": " + problems, FIELDS_PURPOSE);
            }
        }
        String detail = waiting.isEmpty()
                ? "no message waits, so there was none to look at"
                : "those of %d waiting messages are of the types expected".formatted(waiting.size());
        return finding("fields", State.PRESENT, detail, FIELDS_PURPOSE);
    }

    private static List<String> problems(BsonDocument document) {
        List<String> problems = new ArrayList<>();
        BsonValue group = document.get(OutboxFields.GROUP, BsonNull.VALUE);
        if (!group.isString() && !group.isNull()) {
            problems.add(wrong(OutboxFields.GROUP, group, "a string or null; as it is, it is never delivered"));
        }
        BsonValue createdAt = document.get(OutboxFields.CREATED_AT, BsonNull.VALUE);
        if (!createdAt.isDateTime()) {
            problems.add(wrong(OutboxFields.CREATED_AT, createdAt, "a date"));
        }
        BsonValue retries = document.get(OutboxFields.RETRY_COUNT, BsonNull.VALUE);
        if (!retries.isNumber() && !retries.isNull()) {
            problems.add(wrong(OutboxFields.RETRY_COUNT, retries, "a number"));
        }
        return problems;
    }

    private static String wrong(String field, BsonValue value, String allowed) {
        return "field %s is of type %s; allowed is %s".formatted(field, value.getBsonType(), allowed);
    }

    /** Adds what a database lacks; can be repeated at any time. */
    public static final class MongoSchemaInstaller {
        /** Building an index blocks no writer, and may take long. */
        private static final Duration MAX_STATEMENT_TIME = Duration.ofMinutes(59);

        private final MongoSettings settings;
        private final Consumer<String> progress;

        /** @param progress receives one line for each step */
        public MongoSchemaInstaller(MongoSettings settings, Consumer<String> progress) {
            MongoTimeLimits usual = settings.limits();
            this.settings = settings.withLimits(new MongoTimeLimits(
                    usual.connect(),
                    usual.select(),
                    MAX_STATEMENT_TIME.plusMinutes(1),
                    MAX_STATEMENT_TIME,
                    usual.lease()));
            this.progress = progress;
        }

        /** Runs all steps that can be run. Returns why the others failed; empty if all steps are done. */
        public List<String> run(List<MongoSchemaStep> steps) {
            List<String> failures = new ArrayList<>();
            try (MongoConnections patient = MongoConnections.open(settings, "schema")) {
                steps.forEach(step -> run(patient, step, failures));
            }
            return failures;
        }

        private void run(MongoConnections connections, MongoSchemaStep step, List<String> failures) {
            progress.accept(step.title());
            try {
                connections.database().runCommand(step.command(), BsonDocument.class);
                progress.accept("  done");
            } catch (MongoException e) {
                failures.add("could not %s: %s".formatted(step.title(), e.getMessage()));
            }
        }
    }
}

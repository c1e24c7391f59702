package dev.signalbox.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.mongodb.MongoSettings.MongoTimeLimits;
import dev.signalbox.testkit.contract.OutboxFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** FlowCatalyst's collection with only its index, in a fresh database. */
final class MongoOutboxFixture implements OutboxFixture {
    static final CollectionName NAME = new CollectionName("outbox_events");

    /** Long time limits, because a busy machine is not a fault. */
    private static final MongoTimeLimits PATIENT = new MongoTimeLimits(
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(90),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1));

    private final TestMongo database = new TestMongo();
    private final MongoConnections connections =
            MongoConnections.open(database.settings().withLimits(PATIENT), "contract");
    private final MongoCollection<BsonDocument> outbox = database.outbox();

    MongoConnections connections() {
        return connections;
    }

    MongoCollection<BsonDocument> outbox() {
        return outbox;
    }

    TestMongo database() {
        return database;
    }

    @Override
    public boolean hasRowLocks() {
        return false;
    }

    @Override
    public boolean claimsOutliveRows() {
        return false;
    }

    @Override
    public ClaimSource newSource(Ordering ordering, boolean holdExhausted) {
        return new MongoClaimSource(
                NAME,
                connections,
                new OutboxSettings(
                        ClaimMode.MARK, PROCESSING_TIMEOUT, 1 << 20, new Retention.Keep(), ordering, holdExhausted));
    }

    @Override
    public Incarnation join(String name) {
        database.collection(CollectionName.NODES).insertOne(new BsonDocument("_id", new BsonString(name)));
        return new Incarnation(name);
    }

    @Override
    public void fence(Incarnation owner) {
        database.collection(CollectionName.NODES).deleteOne(Filters.eq("_id", owner.value()));
    }

    @Override
    public void outdateEnds() {
        outbox.updateMany(
                Filters.exists(OutboxFields.SUSPECT_ENDED_AT),
                Updates.set(OutboxFields.SUSPECT_ENDED_AT, new BsonDateTime(0)));
    }

    @Override
    public void insert(String id, @Nullable String group, String payload, Instant createdAt) {
        insert(
                new BsonString(id),
                group == null ? BsonNull.VALUE : new BsonString(group),
                new BsonString(payload),
                createdAt);
    }

    @Override
    public boolean enlarge(String id, LimitedPart part, int letters) {
        BsonString large = new BsonString("x".repeat(letters));
        switch (part) {
            case GROUP -> outbox.updateOne(Filters.eq("_id", id), Updates.set("messageGroup", large));
            case TYPE -> outbox.updateOne(Filters.eq("_id", id), Updates.set("type", large));
            case ID -> {
                BsonDocument document = document(new BsonString(id));
                outbox.deleteOne(Filters.eq("_id", id));
                document.put("_id", large);
                outbox.insertOne(document);
            }
            case HEADERS -> {
                return false;
            }
        }
        return true;
    }

    void insert(BsonValue id, BsonValue group, BsonValue payload, Instant createdAt) {
        outbox.insertOne(new BsonDocument("_id", id)
                .append("type", new BsonString("EVENT"))
                .append("messageGroup", group)
                .append("payload", payload)
                .append("status", new BsonString("PENDING"))
                .append("retryCount", new BsonInt32(0))
                .append("createdAt", new BsonDateTime(createdAt.toEpochMilli()))
                .append("processedAt", BsonNull.VALUE)
                .append("errorMessage", BsonNull.VALUE));
    }

    BsonDocument document(BsonValue id) {
        return Objects.requireNonNull(outbox.find(Filters.eq("_id", id))
                .projection(Projections.exclude("none"))
                .first());
    }

    @Override
    public RowState row(String id) {
        BsonDocument document = document(new BsonString(id));
        BsonValue error = document.get("errorMessage", BsonNull.VALUE);
        return new RowState(
                document.getString("status").getValue(),
                document.getNumber("retryCount", new BsonInt64(0)).intValue(),
                error.isNull() ? null : error.asString().getValue());
    }

    @Override
    public void holdElsewhere(String id, Duration ago) {
        Instant since = connections.deployment().localTime().minus(ago);
        outbox.updateOne(
                Filters.eq("_id", id),
                Updates.combine(
                        Updates.set("status", "PROCESSING"),
                        Updates.set("processedAt", new BsonDateTime(since.toEpochMilli()))));
    }

    @Override
    public Lock lock(String id) {
        throw new UnsupportedOperationException("documents are not locked outside of a transaction");
    }

    @Override
    public void close() {
        connections.close();
        database.close();
    }
}

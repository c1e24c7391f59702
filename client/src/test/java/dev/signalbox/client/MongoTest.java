package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.mongodb.CollectionName;
import dev.signalbox.mongodb.MongoConnections;
import dev.signalbox.mongodb.MongoSettings;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** On a server in this process that has neither sessions nor transactions: fake sessions stand in. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MongoTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC);

    private final MongoServer server = new MongoServer(new MemoryBackend().version(ServerVersion.MONGO_5_0));
    private final List<String> calls = new ArrayList<>();
    private String uri;
    private MongoClient client;
    private MongoCollection<BsonDocument> messages;
    private MongoCollection<BsonDocument> marks;

    @BeforeAll
    void start() {
        uri = server.bindAndGetConnectionString();
        client = MongoClients.create(uri);
        messages = client.getDatabase("shop").getCollection("outbox_events", BsonDocument.class);
        marks = client.getDatabase("shop").getCollection(MongoInbox.DEFAULT_COLLECTION, BsonDocument.class);
    }

    @BeforeEach
    void empty() {
        messages.drop();
        marks.drop();
        calls.clear();
    }

    @AfterAll
    void stop() {
        client.close();
        server.shutdown();
    }

    /** A session that reports whether it has a transaction, and records the calls. */
    private ClientSession session(boolean inTransaction) {
        boolean[] active = {inTransaction};
        return (ClientSession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClientSession.class}, (proxy, method, values) -> {
                    calls.add(method.getName());
                    if (method.getName().equals("abortTransaction")) {
                        active[0] = false;
                    }
                    return method.getName().equals("hasActiveTransaction") ? active[0] : null;
                });
    }

    /** The collection without sessions, which the server lacks; calls without one fail. */
    @SuppressWarnings("unchecked")
    private MongoCollection<BsonDocument> of(MongoCollection<BsonDocument> real) {
        return (MongoCollection<BsonDocument>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MongoCollection.class}, (proxy, method, values) -> {
                    if (method.getName().equals("withDocumentClass")) {
                        return proxy;
                    }
                    Class<?>[] types = method.getParameterTypes();
                    boolean bringsSession = types.length > 0 && types[0] == ClientSession.class;
                    assertThat(bringsSession
                                    || Set.of("getNamespace", "createIndex").contains(method.getName()))
                            .isTrue();
                    int from = bringsSession ? 1 : 0;
                    return MongoCollection.class
                            .getMethod(method.getName(), Arrays.copyOfRange(types, from, types.length))
                            .invoke(real, values == null ? null : Arrays.copyOfRange(values, from, values.length));
                });
    }

    private static Message message(String group, int number) {
        return Message.builder("EVENT")
                .group(group)
                .payload("{\"n\": " + number + "}")
                .build();
    }

    @Test
    void theDocumentIsThatOfFlowCatalyst() {
        MongoOutbox outbox = MongoOutbox.builder(of(messages)).clock(CLOCK).build();
        outbox.record(
                session(true),
                Message.builder("EVENT")
                        .id("0HZXEQ5Y8JY5Z")
                        .payload("{\"a\": 1}")
                        .build());
        assertThat(messages.find()).containsExactly(BsonDocument.parse("""
                {"_id": "0HZXEQ5Y8JY5Z", "type": "EVENT", "messageGroup": null, "payload": "{\\"a\\": 1}", "status": "PENDING",
                 "retryCount": 0, "createdAt": {"$date": "2026-01-02T03:04:05.678Z"}, "processedAt": null, "errorMessage": null}"""));
    }

    @Test
    void signalboxReadsABatchInItsOrder() throws Exception {
        List<String> ids = MongoOutbox.of(of(messages))
                .record(session(true), List.of(message("g", 1), message("g", 2), message("g", 3)));
        try (MongoConnections connections = MongoConnections.open(MongoSettings.of(uri, "shop"), "client")) {
            connections.collection("signalbox_nodes").insertOne(BsonDocument.parse("{_id: 'owner'}"));
            var source = new dev.signalbox.mongodb.MongoClaimSource(
                    new CollectionName("outbox_events"), connections, OutboxSettings.DEFAULTS);
            var request = new ClaimRequest(Shards.ALL, 10, Long.MAX_VALUE, 10, Set.of(), Set.of());
            var claimed = source.claim(new Incarnation("owner"), request).messages();
            assertThat(claimed).extracting(it -> it.id()).isEqualTo(ids);
            assertThat(claimed.getFirst().payload().utf8()).isEqualTo("{\"n\": 1}");
        }
    }

    @Test
    void aSessionWithoutATransactionIsRefused() {
        assertThatThrownBy(() -> MongoOutbox.of(of(messages)).record(session(false), message("g", 1)))
                .isInstanceOf(NoTransactionException.class)
                .hasMessageContaining("startTransaction or withTransaction");
        assertThatThrownBy(() -> MongoInbox.of(of(marks)).once(session(false), "m1", "billing", () -> {}))
                .isInstanceOf(NoTransactionException.class);
        assertThat(messages.countDocuments()).isZero();
        MongoOutbox.builder(of(messages)).requireTransaction(false).build().record(session(false), message("g", 1));
        assertThat(messages.countDocuments()).isOne();
    }

    @Test
    void headersAndIdsInDisorderAreRefused() {
        MongoOutbox outbox = MongoOutbox.of(of(messages));
        Message.Builder message = Message.builder("EVENT").group("g").payload("{}");
        List<Message> disorder =
                List.of(message.id("2").build(), message.id("1").build());
        assertThatThrownBy(() -> outbox.record(session(true), disorder)).hasMessageContaining("not in ascending order");
        assertThatThrownBy(() ->
                        outbox.record(session(true), message.correlationId("c").build()))
                .hasMessageContaining("the headers [correlationId] would be lost");
        assertThat(messages.countDocuments()).isZero();
    }

    @Test
    void workIsDoneOnce() {
        MongoInbox inbox = MongoInbox.of(of(marks)).clock(CLOCK);
        List<String> done = new ArrayList<>();
        ClientSession session = session(true);
        assertThat(inbox.once(session, "m1", "billing", () -> done.add("m1"))).isTrue();
        assertThat(inbox.once(session, "m1", "billing", () -> done.add("m1"))).isFalse();
        assertThat(inbox.once(session, "m1", "mail", () -> done.add("mail"))).isTrue();
        assertThat(done).containsExactly("m1", "mail");
        assertThat(marks.find().first()).isEqualTo(BsonDocument.parse("""
                {"_id": {"consumerGroup": "billing", "messageId": "m1"}, "processedAt": {"$date": "2026-01-02T03:04:05.678Z"}}"""));
        assertThat(calls).doesNotContain("commitTransaction", "abortTransaction");
    }

    @Test
    void workThatFailsAbortsTheTransaction() {
        MongoInbox inbox = MongoInbox.of(of(marks));
        assertThatThrownBy(() -> inbox.once(session(true), "m1", "billing", () -> {
                    throw new IllegalStateException("no paper");
                }))
                .hasMessage("no paper")
                .hasNoSuppressedExceptions();
        assertThat(calls).containsOnlyOnce("abortTransaction");
    }

    @Test
    void oldMarksAreForgottenByTheServer() {
        MongoInbox.of(of(marks)).forgetAfter(Duration.ofDays(7));
        assertThat(marks.listIndexes(BsonDocument.class))
                .anyMatch(index -> index.getDocument("key").equals(BsonDocument.parse("{processedAt: 1}")));
    }
}

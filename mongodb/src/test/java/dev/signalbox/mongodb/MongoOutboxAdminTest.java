package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoCollection;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MongoOutboxAdminTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final CollectionName NAME = new CollectionName("outbox_events");
    private static final String RELAY = "shop.outbox_events";

    private final TestMongo database = new TestMongo();
    private final MongoConnections connections = database.open("admin");
    private final MongoCollection<BsonDocument> outbox = database.outbox();
    private final MongoOutboxAdmin admin = new MongoOutboxAdmin(NAME, connections, OutboxSettings.DEFAULTS);

    @AfterEach
    void close() {
        connections.close();
        database.close();
    }

    @Test
    void reportsTheBacklogAndItsAge() throws SourceException {
        assertThat(admin.backlog()).isEqualTo(new Backlog(0, false, null, false));
        insert("a", "g", "PENDING", 0);
        insert("b", null, "PROCESSING", 1);
        insert("c", "g", "COMPLETED", 2);

        Backlog backlog = admin.backlog();

        assertThat(backlog.messages()).isEqualTo(2);
        assertThat(backlog.oldest()).isGreaterThan(Duration.ofDays(1));
    }

    @Test
    void listsAStateInGroupOrderWithAnyPageSize() throws SourceException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            insert("a%02d".formatted(i), "a", "FAILED", i / 5);
            expected.add("a%02d".formatted(i));
        }
        for (int i = 11; i >= 0; i--) {
            insert("b%02d".formatted(i), "b", "FAILED", 0);
        }
        for (int i = 0; i < 12; i++) {
            expected.add("b%02d".formatted(i));
        }
        insert("z", null, "FAILED", 0);
        insert("other", "a", "PENDING", 0);
        expected.add("z");
        for (int size : List.of(1, 2, 3, 7, 100)) {
            assertThat(all(new MessageFilter(null, null, null, null), size))
                    .as("pages of %d", size)
                    .isEqualTo(expected);
        }
        assertThat(all(new MessageFilter("b", null, null, null), 5)).hasSize(12).allMatch(id -> id.startsWith("b"));
    }

    @Test
    void listsOnlyMatchingMessages() throws SourceException {
        insert("a", "g", "FAILED", 0, "Bad Request");
        insert("b", "g", "FAILED", 1, "timeout");
        insert("c", "h", "FAILED", 1, null);

        assertThat(all(new MessageFilter(null, null, null, "bad r"), 10)).containsExactly("a");
        assertThat(all(new MessageFilter(null, "OTHER", null, null), 10)).isEmpty();
        assertThat(all(new MessageFilter(null, "EVENT", null, null), 1)).containsExactly("a", "b", "c");
        assertThat(all(new MessageFilter(null, null, START, null), 10)).isEmpty();
    }

    @Test
    void anInvalidPageTokenIsRejected() {
        MessageQuery query = new MessageQuery(MessageState.FAILED, MessageFilter.ALL, 5, "bm9uc2Vuc2U");
        assertThatThrownBy(() -> admin.page(query)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void findsAMessageAndItsPredecessor() throws SourceException {
        insert("first", "g", "PENDING", 0);
        insert("second", "g", "PENDING", 0);

        MessageDetails details = admin.find("second").orElseThrow();

        assertThat(details.summary().group()).isEqualTo("g");
        assertThat(details.payload().text()).isEqualTo("{\"id\":\"second\"}");
        assertThat(details.shard()).isEqualTo(Shards.shardOf("g"));
        assertThat(details.suspicion()).isEqualTo(Suspicion.NONE);
        assertThat(details.ahead()).isEqualTo(new MessageDetails.GroupMessage("first", MessageState.PENDING, null));
        assertThat(admin.find("nothing")).isEmpty();
    }

    @Test
    void namesTheOwnerOfAClaim() throws Exception {
        insert("ours", "g", "PENDING", 0);
        insert("theirs", "h", "PROCESSING", 0);
        MongoCoordinator coordinator = MongoCoordinator.open(connections, "node-1", RelaySharing.SPREAD);
        Incarnation owner = new Incarnation("life-1");
        coordinator.join(owner, Duration.ofMinutes(1), Set.of(RELAY));
        new MongoClaimSource(NAME, connections, OutboxSettings.DEFAULTS)
                .claim(owner, new ClaimRequest(Shards.ALL, 10, 1 << 20, 10, Set.of(), Set.of()));

        MessageDetails.ClaimHolder ours = admin.find("ours").orElseThrow().claim();
        MessageDetails.ClaimHolder theirs = admin.find("theirs").orElseThrow().claim();

        assertThat(ours).extracting("incarnation", "node", "until").containsExactly("life-1", "node-1", null);
        assertThat(theirs).extracting("incarnation", "node").containsExactly(null, null);
    }

    @Test
    void retriesAndDiscardsOnlyFailedMessages() throws Exception {
        insert("a", "g", "FAILED", 0, "bad");
        insert("b", "g", "FAILED", 1, "bad");
        insert("c", "g", "COMPLETED", 2);

        assertThat(admin.retry(List.of("a", "c", "nothing"))).containsExactly("a");
        assertThat(admin.discard(List.of("a", "b", "c"))).containsExactly("b");

        MessageSummary again = admin.find("a").orElseThrow().summary();
        assertThat(again.state()).isEqualTo(MessageState.PENDING);
        assertThat(again.attempts()).isZero();
        assertThat(again.lastError()).isNull();
        assertThat(admin.find("b")).isEmpty();
        assertThat(admin.find("c")).isPresent();
    }

    @Test
    void aRelayIsPausedOnceAndResumed() throws Exception {
        MongoRelayControl register = new MongoRelayControl(connections, RELAY);
        assertThat(register.status()).isEqualTo(new RelayStatus(true, List.of(), null));
        assertThat(register.resume()).isFalse();

        RelayStatus.Pause pause = register.pause("ann", "a trial");
        assertThat(register.pause("bob", "another")).isEqualTo(pause);
        assertThat(register.status().pause()).isEqualTo(pause);
        assertThat(pause.by()).isEqualTo("ann");

        assertThat(register.resume()).isTrue();
        assertThat(register.status().pause()).isNull();
    }

    @Test
    void showsTheOwnersOfARelay() throws Exception {
        MongoCoordinator coordinator = MongoCoordinator.open(connections, "node-1", RelaySharing.SPREAD);
        Incarnation owner = new Incarnation("life-1");
        coordinator.join(owner, Duration.ofMinutes(1), Set.of(RELAY));
        coordinator.acquire(owner, RELAY, Shards.of(1, 2));

        assertThat(new MongoRelayControl(connections, RELAY).status().owners())
                .containsExactly(new RelayStatus.Owner("node-1", "life-1", Shards.of(1, 2)));
    }

    private List<String> all(MessageFilter filter, int size) throws SourceException {
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            MessagePage page = admin.page(new MessageQuery(MessageState.FAILED, filter, size, after));
            page.messages().forEach(message -> ids.add(message.id()));
            after = page.next();
        } while (after != null);
        return ids;
    }

    private void insert(String id, @Nullable String group, String status, int seconds) {
        insert(id, group, status, seconds, null);
    }

    private void insert(String id, @Nullable String group, String status, int seconds, @Nullable String error) {
        outbox.insertOne(new BsonDocument("_id", new BsonString(id))
                .append("type", new BsonString("EVENT"))
                .append("messageGroup", group == null ? BsonNull.VALUE : new BsonString(group))
                .append("payload", new BsonString("{\"id\":\"" + id + "\"}"))
                .append("status", new BsonString(status))
                .append("retryCount", new BsonInt32(0))
                .append("createdAt", new BsonDateTime(START.plusSeconds(seconds).toEpochMilli()))
                .append(
                        "processedAt",
                        status.equals("PENDING")
                                ? BsonNull.VALUE
                                : new BsonDateTime(START.plusSeconds(60).toEpochMilli()))
                .append("errorMessage", error == null ? BsonNull.VALUE : new BsonString(error)));
    }
}

package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Documents with unusual fields, and many of them. */
class MongoDocumentsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final BsonString GROUP = new BsonString("g");

    private final MongoOutboxFixture table = new MongoOutboxFixture();
    private final Incarnation owner = table.join("owner");

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void idsOfOtherTypesKeepTheirType() throws SourceException {
        BsonObjectId objectId = new BsonObjectId(new ObjectId("65a4f0c0ffee0123456789ab"));
        table.insert(objectId, GROUP, new BsonString("{}"), START);
        table.insert(new BsonInt64(42), GROUP, new BsonString("{}"), START.plusSeconds(1));
        ClaimSource source = table.newSource(Ordering.BLOCK, false);

        List<Message> messages = claim(source, 10).messages();
        assertThat(messages).extracting(Message::id).containsExactly("65a4f0c0ffee0123456789ab", "42");
        source.settle(
                owner,
                List.of(
                        new Settlement(messages.get(0), Verdict.COMPLETE),
                        new Settlement(messages.get(1), new Verdict.Park("bad"))));

        assertThat(table.document(objectId).getString("status").getValue()).isEqualTo("COMPLETED");
        assertThat(table.document(new BsonInt64(42)).getString("status").getValue())
                .isEqualTo("FAILED");
    }

    @Test
    void suspectsWithIdsOfOtherTypesAreMarked() throws SourceException {
        BsonObjectId objectId = new BsonObjectId(new ObjectId("65a4f0c0ffee0123456789ab"));
        table.insert(objectId, GROUP, new BsonString("{}"), START);
        claim(table.newSource(Ordering.BLOCK, false), 1);
        table.fence(owner);
        Incarnation heir = table.join("heir");
        ClaimSource source = table.newSource(Ordering.BLOCK, false);
        source.recover(heir);
        source.claim(heir, request(1, 1));

        assertThat(source.markInFlight(heir, List.of("65a4f0c0ffee0123456789ab")))
                .isTrue();
        assertThat(table.document(objectId)
                        .getDocument("signalboxSuspect")
                        .getBoolean("inFlight")
                        .getValue())
                .isTrue();
    }

    @Test
    void aPayloadThatIsADocumentIsDeliveredAsPlainJson() throws SourceException {
        BsonDocument payload = BsonDocument.parse(
                "{order: {$oid: '65a4f0c0ffee0123456789ab'}, at: {$date: '2026-01-01T00:00:00Z'}, n: {$numberLong: '7'},"
                        + " price: {$numberDecimal: '1.50'}, lines: [1, 'two', null, true]}");
        table.insert(new BsonString("m1"), GROUP, payload, START);

        assertThat(claim(table.newSource(Ordering.BLOCK, false), 1)
                        .messages()
                        .getFirst()
                        .payload()
                        .utf8())
                .isEqualTo("{\"order\": \"65a4f0c0ffee0123456789ab\", \"at\": \"2026-01-01T00:00:00Z\", \"n\": 7,"
                        + " \"price\": 1.50, \"lines\": [1, \"two\", null, true]}");
    }

    @Test
    void aTextPayloadIsDeliveredUnchanged() throws SourceException {
        String text = "{\"a\" : 1e0,\n \"b\":\"\\u0000 ä 𝄞\"}";
        table.insert(new BsonString("m1"), GROUP, new BsonString(text), START);

        assertThat(claim(table.newSource(Ordering.BLOCK, false), 1)
                        .messages()
                        .getFirst()
                        .payload()
                        .utf8())
                .isEqualTo(text);
    }

    @Test
    void aPayloadThatIsTooLargeIsNotKeptInMemory() throws SourceException {
        table.insert("m1", "g", "x".repeat(1_001), START);
        OutboxSettings small = new OutboxSettings(
                ClaimMode.MARK, Duration.ofMinutes(5), 1_000, new Retention.Keep(), Ordering.BLOCK, false);

        Message message = claim(new MongoClaimSource(MongoOutboxFixture.NAME, table.connections(), small), 1)
                .messages()
                .getFirst();
        assertThat(message.payload().isLeftBehind()).isTrue();
        assertThat(message.size()).isEqualTo(1_001);
    }

    @Test
    void missingFieldsAreTakenAsEmpty() throws SourceException {
        table.outbox().insertOne(BsonDocument.parse("{_id: 'm1', status: 'PENDING'}"));

        Message message =
                claim(table.newSource(Ordering.BLOCK, false), 1).messages().getFirst();
        assertThat(message.group()).isNull();
        assertThat(message.type()).isEmpty();
        assertThat(message.attempts()).isZero();
        assertThat(message.payload().utf8()).isEqualTo("null");
    }

    @Test
    void ourFieldsAreGoneWhenAMessageIsSettled() throws SourceException {
        table.insert("m1", "g", "{}", START);
        ClaimSource source = table.newSource(Ordering.BLOCK, false);
        Message message = claim(source, 1).messages().getFirst();
        assertThat(table.document(new BsonString("m1"))
                        .getString("signalboxClaim")
                        .getValue())
                .startsWith("owner/");

        source.settle(owner, List.of(new Settlement(message, Verdict.COMPLETE)));

        assertThat(table.document(new BsonString("m1")).keySet())
                .containsExactlyInAnyOrder(
                        "_id",
                        "type",
                        "messageGroup",
                        "payload",
                        "status",
                        "retryCount",
                        "createdAt",
                        "processedAt",
                        "errorMessage");
    }

    @Test
    void longAndShortGroupsAllGetTheirTurn() throws SourceException {
        List<BsonDocument> documents = new ArrayList<>();
        for (int group = 0; group < 40; group++) {
            int length = group % 10 == 0 ? 200 : 2;
            for (int i = 0; i < length; i++) {
                documents.add(pending("g%02d-%03d".formatted(group, i), "g%02d".formatted(group), i));
            }
        }
        table.outbox().insertMany(documents);
        ClaimSource source = table.newSource(Ordering.BLOCK, false);

        Set<String> groups = new HashSet<>();
        for (int round = 0; round < 12; round++) {
            source.claim(owner, request(20, 5))
                    .messages()
                    .forEach(message -> groups.add(String.valueOf(message.group())));
        }

        assertThat(groups).hasSize(40);
    }

    @Test
    void everyMessageOfManyIsClaimedOnceAndInOrder() throws SourceException {
        List<BsonDocument> documents = new ArrayList<>();
        IntStream.range(0, 1_500)
                .forEach(i -> documents.add(pending("m%05d".formatted(i), i % 7 == 0 ? null : "g" + i % 23, i / 50)));
        table.outbox().insertMany(documents);
        ClaimSource source = table.newSource(Ordering.BLOCK, false);

        List<Message> delivered = new ArrayList<>();
        ClaimResult claimResult;
        do {
            claimResult = source.claim(owner, request(100, 10));
            delivered.addAll(claimResult.messages());
            source.settle(
                    owner,
                    claimResult.messages().stream()
                            .map(message -> new Settlement(message, Verdict.COMPLETE))
                            .toList());
        } while (claimResult.more() || !claimResult.messages().isEmpty());

        assertThat(delivered).extracting(Message::id).doesNotHaveDuplicates().hasSize(1_500);
        for (int group = 0; group < 23; group++) {
            String name = "g" + group;
            assertThat(delivered.stream()
                            .filter(message -> name.equals(message.group()))
                            .map(Message::id)
                            .toList())
                    .isSorted();
        }
    }

    @Test
    void completedMessagesAreDeletedAfterTheirRetention() throws SourceException {
        Instant now = table.connections().deployment().localTime();
        for (int i = 0; i < 3; i++) {
            table.insert("m" + i, i == 0 ? null : "g", "{}", START);
        }
        complete("m0", now.minus(Duration.ofHours(3)));
        complete("m1", now.minus(Duration.ofHours(3)));
        complete("m2", now.minus(Duration.ofMinutes(1)));
        table.insert("waits", "g", "{}", START);
        MongoClaimSource source = new MongoClaimSource(
                MongoOutboxFixture.NAME,
                table.connections(),
                OutboxSettings.DEFAULTS.with(new Retention.DeleteAfter(Duration.ofHours(1))));

        assertThat(source.sweep(owner)).isEqualTo(new SweepResult(2, false));
        assertThat(table.outbox().countDocuments()).isEqualTo(2);
        table.fence(owner);
        assertThat(source.sweep(owner)).isEqualTo(SweepResult.NOTHING);
    }

    @Test
    void messagesAreDeletedOnCompletionIfConfigured() throws SourceException {
        table.insert("m0", "g", "{}", START);
        MongoClaimSource source = new MongoClaimSource(
                MongoOutboxFixture.NAME,
                table.connections(),
                OutboxSettings.DEFAULTS.with(new Retention.DeleteOnCompletion()));
        Message message = claim(source, 1).messages().getFirst();

        assertThat(source.settle(owner, List.of(new Settlement(message, Verdict.COMPLETE)))
                        .recorded())
                .containsExactly("m0");
        assertThat(table.outbox().countDocuments()).isZero();
    }

    private void complete(String id, Instant at) {
        table.outbox()
                .updateOne(
                        Filters.eq("_id", id),
                        Updates.combine(
                                Updates.set("status", "COMPLETED"),
                                Updates.set("processedAt", new BsonDateTime(at.toEpochMilli()))));
    }

    private static BsonDocument pending(String id, @Nullable String group, int seconds) {
        return new BsonDocument("_id", new BsonString(id))
                .append("type", new BsonString("EVENT"))
                .append("messageGroup", group == null ? BsonNull.VALUE : new BsonString(group))
                .append("payload", new BsonString("{}"))
                .append("status", new BsonString("PENDING"))
                .append("createdAt", new BsonDateTime(START.plusSeconds(seconds).toEpochMilli()));
    }

    private ClaimResult claim(ClaimSource source, int messages) throws SourceException {
        return source.claim(owner, request(messages, messages));
    }

    private static ClaimRequest request(int messages, int perGroup) {
        return new ClaimRequest(Shards.ALL, messages, 64 << 20, perGroup, Set.of(), Set.of());
    }
}

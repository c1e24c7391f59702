package dev.signalbox.postgres.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.operation.Backlog;
import dev.signalbox.core.operation.BulkAction;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessageFilter;
import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageQuery;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.MessageSummary;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.operation.RelayStanding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.TestDatabase;
import dev.signalbox.postgres.lease.SideSchema;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator asks of a status table, against a real one. */
@SuppressWarnings("NullAway.Init") // set before each test
class DeskTest {
    private static final String RELAY = "public.outbox_events";
    private static final String RELAYS = """
            CREATE TABLE IF NOT EXISTS signalbox.relays (
                relay text PRIMARY KEY, paused_at timestamptz, paused_by text, pause_reason text)""";

    private TestDatabase database;
    private PostgresConnections connections;
    private OutboxDesk desk;

    @BeforeEach
    void open() throws Exception {
        database = TestDatabase.create();
        database.execute("""
                CREATE TABLE outbox_events (
                    id VARCHAR(40) PRIMARY KEY, type VARCHAR(20) NOT NULL, message_group VARCHAR(255), payload TEXT NOT NULL,
                    status VARCHAR(20) NOT NULL, retry_count INT NOT NULL DEFAULT 0, created_at TIMESTAMP NOT NULL,
                    processed_at TIMESTAMP, error_message TEXT);
                CREATE INDEX ON outbox_events (status, message_group, created_at)""");
        connections = PostgresConnections.open(database.settings(), "desk");
        SideSchema.prepare(connections);
        database.execute(RELAYS);
        desk = desk(OutboxSettings.DEFAULTS);
    }

    @AfterEach
    void close() throws SQLException {
        connections.close();
        database.close();
    }

    private OutboxDesk desk(OutboxSettings settings) {
        return new StatusTableDesk(OutboxLayout.flowcatalyst(), RELAY, true, connections::borrow, settings);
    }

    private void insert(String status, @Nullable String group, int from, int to) throws SQLException {
        database.execute("""
                INSERT INTO outbox_events
                SELECT '%2$s-' || lpad(s::text, 6, '0'), CASE WHEN s %% 2 = 0 THEN 'EVEN' ELSE 'ODD' END, %3$s, '{"n":' || s || '}',
                       '%1$s', 0, timestamp '2024-01-01' + s * interval '1 s',
                       CASE WHEN '%1$s' = 'PENDING' THEN NULL ELSE timestamp '2024-02-01' + s * interval '1 s' END,
                       CASE WHEN '%1$s' = 'FAILED' THEN 'HTTP 400 because of ' || s END
                FROM generate_series(%4$d, %5$d) s""".formatted(
                        status, group == null ? "loose" : group, group == null ? "NULL" : "'" + group + "'", from, to));
    }

    @Test
    void theBacklogIsExactWhileItIsSmall() throws Exception {
        assertThat(desk.backlog()).isEqualTo(new Backlog(0, false, null, false));
        insert("PENDING", "a", 1, 30);
        insert("PENDING", null, 1, 5);
        insert("PROCESSING", "b", 1, 1);
        insert("COMPLETED", "c", 1, 100);
        database.execute("UPDATE outbox_events SET created_at = now() AT TIME ZONE 'UTC' - interval '90 s'");

        Backlog backlog = desk.backlog();

        assertThat(backlog.messages()).isEqualTo(36);
        assertThat(backlog.estimated()).isFalse();
        assertThat(backlog.oldest()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(150));
        assertThat(backlog.oldestEstimated()).isFalse();

        database.execute(
                "UPDATE outbox_events SET created_at = created_at - interval '1 h' WHERE status = 'PROCESSING'");
        assertThat(desk.backlog().oldest())
                .as("what is held is not delivered either")
                .isGreaterThan(Duration.ofHours(1));
    }

    @Test
    void aLargeBacklogIsEstimatedAndItsOldestIsFoundInTheEnd() throws Exception {
        database.execute("""
                INSERT INTO outbox_events
                SELECT 'm' || s, 'EVENT', 'group ' || lpad((s % 2000)::text, 5, '0'), '{}', 'PENDING', 0,
                       now() AT TIME ZONE 'UTC' FROM generate_series(1, 30000) s;
                UPDATE outbox_events SET created_at = now() AT TIME ZONE 'UTC' - interval '2 days'
                WHERE id = 'm1999';
                ANALYZE outbox_events""");

        List<Backlog> looks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            looks.add(desk.backlog());
        }

        assertThat(looks).allSatisfy(look -> {
            assertThat(look.estimated()).isTrue();
            assertThat(look.oldestEstimated()).isTrue();
            assertThat(look.messages()).isBetween(25_000L, 35_000L);
        });
        assertThat(looks.getFirst().oldest()).isLessThan(Duration.ofDays(1));
        assertThat(looks.get(4).oldest()).isGreaterThan(Duration.ofDays(1));
        assertThat(looks.get(5).oldest()).as("it is remembered").isGreaterThan(Duration.ofDays(1));
    }

    @Test
    void pagesCoverEveryMessageOfAStateOnce() throws Exception {
        insert("FAILED", "a", 1, 20);
        insert("FAILED", "b", 1, 10);
        insert("FAILED", null, 1, 10);
        insert("PENDING", "a", 100, 120);
        for (int limit : new int[] {1, 7, 10, 30, 39, 40, 41, 500}) {
            assertThat(all(MessageFilter.ALL, limit))
                    .as("limit " + limit)
                    .hasSize(40)
                    .doesNotHaveDuplicates();
        }
        assertThat(all(group("a"), 7))
                .hasSize(20)
                .allMatch(id -> id.startsWith("a-"))
                .isSorted();
        assertThat(all(new MessageFilter(null, "ODD", null, null), 3)).hasSize(20);
        assertThat(all(new MessageFilter("b", "EVEN", null, null), 3)).hasSize(5);
        assertThat(all(new MessageFilter(null, null, Instant.parse("2024-02-01T00:00:03Z"), null), 3))
                .hasSize(6);
        assertThat(all(new MessageFilter("a", null, null, "BECAUSE OF 7"), 3)).containsExactly("a-000007");
    }

    @Test
    void aFilterThatNothingPassesEnds() throws Exception {
        insert("FAILED", "a", 1, 25_000);

        MessageQuery query =
                new MessageQuery(MessageState.FAILED, new MessageFilter(null, "NONE", null, null), 10, null);
        MessagePage first = desk.page(query);

        assertThat(first.messages()).isEmpty();
        assertThat(first.next()).as("only so many rows are looked at").isNotNull();
        assertThat(all(query.filter(), 10)).isEmpty();
    }

    @Test
    void whatCannotBeAMarkIsRefusedAndTextIsOnlyText() throws Exception {
        insert("FAILED", "a", 1, 3);
        for (String mark :
                List.of("x", "%%%", "KyBhIGIgYw", "a".repeat(10_000), new PageMark("a", "no time", "1").text())) {
            assertThatThrownBy(() -> desk.page(new MessageQuery(MessageState.FAILED, MessageFilter.ALL, 5, mark)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        String attack = "a' OR '1'='1'; DROP TABLE outbox_events; --";
        assertThat(all(new MessageFilter(attack, attack, null, attack), 5)).isEmpty();
        assertThat(all(new MessageFilter(null, null, null, "%"), 5)).isEmpty();
        assertThat(desk.find(attack)).isEmpty();
        assertThat(desk.find("a\0b")).isEmpty();
        assertThat(desk.retry(List.of(attack, "a-000001"))).containsExactly("a-000001");
        assertThat(database.value("SELECT count(*) FROM outbox_events")).isEqualTo("3");
    }

    @Test
    void oneMessageComesWithItsClaimItsSuspicionAndWhatIsAhead() throws Exception {
        insert("PENDING", "a", 1, 5);
        database.execute("UPDATE outbox_events SET payload = repeat('ä', 20000) WHERE id = 'a-000005'");
        database.execute("INSERT INTO signalbox.suspects VALUES ('" + RELAY + "', 'a-000005', 2, 1, false)");

        MessageDetails fifth = desk.find("a-000005").orElseThrow();

        assertThat(fifth.ahead()).isEqualTo(new MessageDetails.Ahead("a-000001", MessageState.PENDING, null));
        assertThat(fifth.shard()).isEqualTo(Shards.shardOf("a"));
        assertThat(fifth.suspicion()).isEqualTo(new Suspicion(Suspicion.Level.IN_FLIGHT, 1));
        assertThat(fifth.payload().cut()).isTrue();
        assertThat(fifth.payload().bytes()).isEqualTo(40_000);
        assertThat(fifth.payload().text()).hasSize(16_384).containsOnlyOnce("ä".repeat(16_384));
        assertThat(fifth.claim()).isNull();
        assertThat(desk.find("a-000001").orElseThrow().ahead()).isNull();

        database.execute("""
                UPDATE outbox_events SET status = 'PROCESSING', processed_at = timestamp '2024-03-01' WHERE id = 'a-000001';
                INSERT INTO signalbox.nodes VALUES ('life', 'node-7', now(), now() + interval '1 h');
                INSERT INTO signalbox.claims VALUES ('life', 1, '%s', timestamptz '2024-03-01 00:00Z', '{a-000001}')""".formatted(RELAY));
        assertThat(desk.find("a-000005").orElseThrow().ahead())
                .isEqualTo(new MessageDetails.Ahead("a-000001", MessageState.PROCESSING, null));
        assertThat(desk.find("a-000001").orElseThrow().claim())
                .isEqualTo(new MessageDetails.Hold("life", "node-7", Instant.parse("2024-03-01T00:00:00Z"), null));

        database.execute("DELETE FROM signalbox.claims");
        assertThat(desk.find("a-000001").orElseThrow().claim())
                .as("nobody of us, so until the table's time-out")
                .isEqualTo(new MessageDetails.Hold(
                        null, null, Instant.parse("2024-03-01T00:00:00Z"), Instant.parse("2024-03-01T00:05:00Z")));
        assertThat(desk.find("nowhere")).isEmpty();
    }

    @Test
    void aDeadLetterHoldsItsGroupOnlyWhereThatIsAskedFor() throws Exception {
        insert("FAILED", "a", 1, 1);
        insert("PENDING", "a", 2, 2);
        assertThat(desk.find("a-000002").orElseThrow().deadLetter()).isNull();

        var holding = new OutboxSettings(
                OutboxSettings.DEFAULTS.holding(),
                Duration.ofMinutes(5),
                1000,
                OutboxSettings.DEFAULTS.retention(),
                OutboxSettings.DEFAULTS.ordering(),
                true);
        assertThat(desk(holding).find("a-000002").orElseThrow().deadLetter())
                .isEqualTo(new MessageDetails.Ahead("a-000001", MessageState.FAILED, "HTTP 400 because of 1"));
    }

    @Test
    void onlyFailedMessagesAreRetriedOrDiscarded() throws Exception {
        insert("FAILED", "a", 1, 2);
        insert("PENDING", "p", 1, 1);
        insert("PROCESSING", "q", 1, 1);
        insert("COMPLETED", "r", 1, 1);
        List<String> ids = List.of("a-000001", "p-000001", "q-000001", "r-000001", "unknown");

        assertThat(desk.retry(ids)).containsExactly("a-000001");
        assertThat(
                        database.value(
                                "SELECT status || retry_count || coalesce(processed_at::text, '') || coalesce(error_message, '') FROM outbox_events WHERE id = 'a-000001'"))
                .isEqualTo("PENDING0");
        assertThat(desk.discard(List.of("a-000001", "a-000002", "p-000001", "q-000001", "r-000001")))
                .containsExactly("a-000002");
        assertThat(database.value("SELECT count(*) FROM outbox_events")).isEqualTo("4");
    }

    @Test
    void discardingNeedsTheRightToDelete() throws Exception {
        insert("FAILED", "a", 1, 1);
        String role = database.role("reader");
        database.execute("GRANT SELECT, UPDATE ON outbox_events TO " + role);
        try (PostgresConnections limited = PostgresConnections.open(database.settingsFor(role), "desk")) {
            OutboxDesk limitedDesk = new StatusTableDesk(
                    OutboxLayout.flowcatalyst(), RELAY, false, limited::borrow, OutboxSettings.DEFAULTS);
            assertThatThrownBy(() -> limitedDesk.discard(List.of("a-000001")))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("GRANT DELETE ON outbox_events");
            assertThat(limitedDesk.retry(List.of("a-000001"))).hasSize(1);
        }
    }

    @Test
    void manyAreRetriedInBatchesAfterALookAtWhatThatWouldDo() throws Exception {
        insert("FAILED", "a", 1, 800);
        insert("FAILED", null, 1, 400);
        insert("PENDING", "a", 2000, 2010);
        BulkAction bulk = new BulkAction(desk);

        BulkAction.Result dry = bulk.dryRun(MessageFilter.ALL, 10_000);
        assertThat(dry.messages()).isEqualTo(1_200);
        assertThat(dry.more()).isFalse();
        assertThat(dry.sample()).hasSize(10).extracting(MessageSummary::id).contains("a-000001");
        assertThat(database.value("SELECT count(*) FROM outbox_events WHERE status = 'FAILED'"))
                .isEqualTo("1200");

        BulkAction.Result some = bulk.run(BulkAction.Kind.RETRY, group("a"), 500);
        assertThat(some.messages()).isEqualTo(500);
        assertThat(some.more()).isTrue();
        BulkAction.Result rest = bulk.run(BulkAction.Kind.RETRY, MessageFilter.ALL, 10_000);
        assertThat(rest.messages()).isEqualTo(700);
        assertThat(rest.more()).isFalse();
        assertThat(database.value("SELECT count(*) FROM outbox_events WHERE status = 'PENDING'"))
                .isEqualTo("1211");
    }

    @Test
    void oddNamesTypesAndWordsWork() throws Exception {
        database.execute("""
                CREATE SCHEMA "my ""shop";
                CREATE TYPE "my ""shop".stage AS ENUM ('new', 'it''s on', 'done', 'dead');
                CREATE TABLE "my ""shop"."out box :x ?" (
                    "key" bigint PRIMARY KEY, kind text, "order id" uuid, body jsonb, "st""ate" "my ""shop".stage,
                    tries smallint, born timestamptz, held timestamptz, why varchar(20));
                CREATE INDEX ON "my ""shop"."out box :x ?" ("st""ate", "order id", born);
                INSERT INTO "my ""shop"."out box :x ?"
                SELECT s, 'k', '00000000-0000-0000-0000-000000000001', '{"n": 1}', (ARRAY['new', 'it''s on', 'done', 'dead'])[s]::"my ""shop".stage,
                       NULL, now() + s * interval '1 s', now(), 'why' FROM generate_series(1, 4) s""");
        OutboxLayout layout = OutboxLayout.flowcatalyst(TableName.parse("table", "\"my \"\"shop\".\"out box :x ?\""))
                .with(OutboxLayout.flowcatalyst()
                        .columns()
                        .renamed(Map.of(
                                "id", "key",
                                "type", "kind",
                                "message_group", "order id",
                                "payload", "body",
                                "status", "st\"ate",
                                "retry_count", "tries",
                                "created_at", "born",
                                "processed_at", "held",
                                "error_message", "why")))
                .with(new OutboxLayout.Words("new", "it's on", "done", "dead"));
        OutboxDesk odd = new StatusTableDesk(layout, "odd", true, connections::borrow, OutboxSettings.DEFAULTS);

        assertThat(odd.backlog().messages()).isEqualTo(2);
        MessagePage dead = odd.page(new MessageQuery(MessageState.FAILED, MessageFilter.ALL, 10, null));
        assertThat(dead.messages()).extracting(MessageSummary::id).containsExactly("4");
        assertThat(odd.page(new MessageQuery(MessageState.FAILED, group("not a uuid"), 10, null))
                        .messages())
                .isEmpty();
        assertThat(odd.find("1").orElseThrow().payload().text()).isEqualTo("{\"n\": 1}");
        assertThat(odd.find("1").orElseThrow().ahead())
                .isEqualTo(new MessageDetails.Ahead("2", MessageState.PROCESSING, "why"));
        assertThat(odd.find("not a number")).isEmpty();
        assertThat(odd.retry(List.of("4", "3"))).containsExactly("4");
        assertThat(odd.find("4").orElseThrow().summary().state()).isEqualTo(MessageState.PENDING);
    }

    @Test
    void aPauseIsWrittenOnceAndKeepsItsFirstReason() throws Exception {
        PostgresRegister register = new PostgresRegister(connections::borrow, RELAY, Sharing.SPREAD);
        assertThat(register.look()).isEqualTo(new RelayStanding(true, List.of(), null));
        assertThat(register.resume()).isFalse();

        RelayStanding.Pause pause = register.pause("alice", "maintenance");
        assertThat(register.pause("bob", "also")).isEqualTo(pause);
        assertThat(register.look().pause()).isEqualTo(pause);
        assertThat(pause.by()).isEqualTo("alice");
        assertThat(register.resume()).isTrue();
        assertThat(register.look().pause()).isNull();
        assertThat(register.pause("bob", "again").by()).isEqualTo("bob");

        database.execute("DROP TABLE signalbox.relays");
        assertThat(register.look().pause()).isNull();
        assertThatThrownBy(() -> register.pause("alice", "x"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("signalbox.relays");
    }

    @Test
    void ownersAreThoseWithALease() throws Exception {
        database.execute("""
                INSERT INTO signalbox.nodes VALUES
                    ('one', 'node-1', now(), now() + interval '1 h'), ('two', 'node-2', now(), now() + interval '1 h'),
                    ('old', 'node-3', now(), now() - interval '1 s');
                INSERT INTO signalbox.shards VALUES
                    ('%1$s', 0, 'one'), ('%1$s', 1, 'one'), ('%1$s', 2, 'two'), ('%1$s', 3, 'old'), ('other', 4, 'two')""".formatted(RELAY));

        RelayStanding spread = new PostgresRegister(connections::borrow, RELAY, Sharing.SPREAD).look();

        assertThat(spread.owners())
                .containsExactly(
                        new RelayStanding.Owner("node-1", "one", Shards.of(0, 1)),
                        new RelayStanding.Owner("node-2", "two", Shards.of(2)));
        assertThat(spread.ownerOf(3)).isEmpty();
        RelayStanding whole = new PostgresRegister(connections::borrow, RELAY, Sharing.WHOLE).look();
        assertThat(whole.ownerOf(63)).map(RelayStanding.Owner::node).contains("node-1");

        database.execute(
                "DELETE FROM signalbox.shards; INSERT INTO signalbox.shards VALUES ('%s', -1, 'two')".formatted(RELAY));
        assertThat(new PostgresRegister(connections::borrow, RELAY, Sharing.SPREAD)
                        .look()
                        .owners())
                .containsExactly(new RelayStanding.Owner("node-2", "two", Shards.ALL));
    }

    private static MessageFilter group(String group) {
        return new MessageFilter(group, null, null, null);
    }

    private List<String> all(MessageFilter filter, int limit) throws SourceException {
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            MessagePage page = desk.page(new MessageQuery(MessageState.FAILED, filter, limit, after));
            assertThat(page.messages()).hasSizeLessThanOrEqualTo(limit);
            page.messages().forEach(message -> ids.add(message.id()));
            after = page.next();
        } while (after != null);
        return ids;
    }
}

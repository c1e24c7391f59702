package dev.signalbox.postgres.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.connection.PostgresDatabaseFixture;
import dev.signalbox.postgres.lease.PostgresSideSchema;
import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The admin of Signalbox's own table, against a real database. */
@SuppressWarnings("NullAway.Init") // set before each test
class OwnTableAdminTest {
    /** A name that must be quoted everywhere. */
    private static final TableName TABLE = new TableName("public", "Own \"out\" :box ?");

    private static final String QUOTED = "\"Own \"\"out\"\" :box ?\"";
    private static final String FAILED = "\"Own \"\"out\"\" :box ?_failed\"";
    private static final String RELAY = "own";

    private PostgresDatabaseFixture database;
    private PostgresConnections connections;
    private OutboxAdmin admin;

    @BeforeEach
    void open() throws Exception {
        database = PostgresDatabaseFixture.create();
        connections = PostgresConnections.open(database.settings(), "admin");
        PostgresSideSchema.prepare(connections);
        database.execute(PostgresOwnTable.ddl(TABLE));
        admin = new OwnTableAdmin(TABLE, RELAY, true, connections::borrow, OutboxSettings.DEFAULTS);
    }

    @AfterEach
    void close() throws SQLException {
        connections.close();
        database.close();
    }

    /** Messages {@code group-000001} and so on, every other one of type EVEN. */
    private void insert(String group, int from, int to) throws SQLException {
        database.execute("""
                INSERT INTO %s (id, message_group, type, payload)
                SELECT '%2$s-' || lpad(s::text, 6, '0'), nullif('%2$s', 'ungrouped'), CASE WHEN s %% 2 = 0 THEN 'EVEN' ELSE 'ODD' END,
                       '{"n":' || s || '}'
                FROM generate_series(%3$d, %4$d) s""".formatted(QUOTED, group, from, to));
    }

    private void fail(String where) throws SQLException {
        database.execute("""
                WITH taken AS (DELETE FROM %s WHERE %s RETURNING *)
                INSERT INTO %s (position, shard, id, message_group, type, payload, attempts, created_at, reason, failed_at)
                SELECT position, shard, id, message_group, type, payload, 3, created_at, 'HTTP 400 because of ' || id,
                       timestamptz '2024-02-01Z' + right(id, 6)::int * interval '1 s'
                FROM taken""".formatted(QUOTED, where, FAILED));
    }

    @Test
    void theBacklogIsExactWhileItIsSmallAndEstimatedBeyond() throws Exception {
        assertThat(admin.backlog()).isEqualTo(new Backlog(0, false, null, false));
        insert("a", 1, 30);
        insert("ungrouped", 1, 5);
        insert("b", 1, 3);
        fail("message_group = 'b'");
        database.execute("UPDATE " + QUOTED + " SET created_at = now() - interval '90 s'");

        Backlog small = admin.backlog();
        assertThat(small.messages()).isEqualTo(35);
        assertThat(small.estimated()).isFalse();
        assertThat(small.oldest()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(150));

        insert("ungrouped", 1_000, 30_000);
        database.execute("ANALYZE " + QUOTED);
        Backlog large = admin.backlog();
        assertThat(large.estimated()).isTrue();
        assertThat(large.oldestEstimated()).isTrue();
        assertThat(large.messages()).isBetween(25_000L, 35_000L);
        assertThat(large.oldest()).as("the first row of a shard").isGreaterThanOrEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void pagesCoverEveryMessageOnce() throws Exception {
        insert("a", 1, 20);
        insert("b", 1, 10);
        insert("ungrouped", 1, 10);
        for (int limit : new int[] {1, 7, 39, 40, 41}) {
            assertThat(all(MessageState.PENDING, MessageFilter.ALL, limit))
                    .as("limit " + limit)
                    .hasSize(40)
                    .doesNotHaveDuplicates();
        }
        assertThat(all(MessageState.PENDING, group("a"), 7)).hasSize(20).isSorted();

        fail("true");
        insert("a", 100, 120);
        assertThat(all(MessageState.FAILED, MessageFilter.ALL, 7)).hasSize(40).doesNotHaveDuplicates();
        assertThat(all(MessageState.FAILED, group("a"), 7))
                .hasSize(20)
                .allMatch(id -> id.startsWith("a-"))
                .isSorted();
        assertThat(all(MessageState.FAILED, new MessageFilter("b", "EVEN", null, null), 3))
                .hasSize(5);
        assertThat(all(
                        MessageState.FAILED,
                        new MessageFilter(null, null, Instant.parse("2024-02-01T00:00:03Z"), null),
                        3))
                .hasSize(6);
        assertThat(all(MessageState.FAILED, new MessageFilter("a", null, null, "BECAUSE OF A-000007"), 3))
                .containsExactly("a-000007");
        assertThat(all(MessageState.PENDING, new MessageFilter(null, null, Instant.now(), null), 5))
                .as("what waits was not changed by anybody")
                .isEmpty();
        assertThat(all(MessageState.PROCESSING, MessageFilter.ALL, 5)).isEmpty();
        assertThat(all(MessageState.COMPLETED, MessageFilter.ALL, 5)).isEmpty();
    }

    @Test
    void whatCannotBeAMarkIsRefusedAndTextIsOnlyText() throws Exception {
        insert("a", 1, 3);
        for (String mark : List.of("x", "1_", "64:1", "1_99999999999999999999", "1_9999999999999999999")) {
            assertThatThrownBy(() -> admin.page(new MessageQuery(MessageState.PENDING, MessageFilter.ALL, 5, mark)))
                    .as(mark)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        String attack = "a' OR '1'='1'; DROP TABLE x; --";
        assertThat(all(MessageState.PENDING, new MessageFilter(attack, attack, null, attack), 5))
                .isEmpty();
        assertThat(all(MessageState.PENDING, group("a\0b"), 5)).isEmpty();
        assertThat(admin.find(attack)).isEmpty();
        assertThat(admin.find("a\0b")).isEmpty();
        assertThat(admin.retry(List.of(attack, "a-000001"))).isEmpty();
    }

    @Test
    void oneMessageComesWithItsShardItsClaimItsSuspicionAndWhatIsAhead() throws Exception {
        insert("a", 1, 5);
        database.execute("UPDATE " + QUOTED + " SET payload = repeat('ä', 20000) WHERE id = 'a-000005'");
        String key = database.value("SELECT shard || ':' || position FROM " + QUOTED + " WHERE id = 'a-000005'");
        database.execute("""
                INSERT INTO signalbox.suspects VALUES ('%1$s', '%2$s', 2, 1, false);
                INSERT INTO signalbox.nodes VALUES ('life', 'node-7', now(), now() + interval '1 h');
                INSERT INTO signalbox.claims VALUES ('life', 1, '%1$s', timestamptz '2024-03-01 00:00Z', '{%2$s}')""".formatted(RELAY, key));

        MessageDetails fifth = admin.find("a-000005").orElseThrow();

        assertThat(fifth.summary().state()).isEqualTo(MessageState.PENDING);
        assertThat(fifth.shard() + ":").isEqualTo(key.substring(0, key.indexOf(':') + 1));
        assertThat(fifth.ahead()).isEqualTo(new MessageDetails.GroupMessage("a-000001", MessageState.PENDING, null));
        assertThat(fifth.suspicion()).isEqualTo(Suspicion.suspect(1, 1));
        assertThat(fifth.claim())
                .isEqualTo(
                        new MessageDetails.ClaimHolder("life", "node-7", Instant.parse("2024-03-01T00:00:00Z"), null));
        assertThat(fifth.payload().cut()).isTrue();
        assertThat(fifth.payload().bytes()).isEqualTo(40_000);
        assertThat(fifth.payload().text()).isEqualTo("ä".repeat(16_384));

        MessageDetails first = admin.find("a-000001").orElseThrow();
        assertThat(first.ahead()).isNull();
        assertThat(first.claim()).isNull();
        assertThat(first.suspicion()).isEqualTo(Suspicion.NONE);
        assertThat(admin.find("nowhere")).isEmpty();

        fail("id = 'a-000001'");
        MessageDetails dead = admin.find("a-000001").orElseThrow();
        assertThat(dead.summary().state()).isEqualTo(MessageState.FAILED);
        assertThat(dead.summary().lastError()).isEqualTo("HTTP 400 because of a-000001");
        assertThat(dead.summary().changedAt()).isEqualTo(Instant.parse("2024-02-01T00:00:01Z"));
    }

    @Test
    void aPredecessorIsFoundBehindManyOthersOfTheShard() throws Exception {
        // All rows of one group are in one shard; the first rows belong to another group than the requested one
        database.execute("INSERT INTO " + QUOTED + " (id, message_group, type, payload)"
                + " SELECT 'other-' || s, g.grp, 'EVENT', '{}' FROM generate_series(1, 15000) s,"
                + " (SELECT 'o' || n AS grp FROM generate_series(1, 10000) n"
                + "  WHERE hashtextextended(('o' || n) COLLATE \"C\", 0) & 63 = hashtextextended('a' COLLATE \"C\", 0) & 63"
                + "  LIMIT 1) g");
        insert("a", 1, 2);

        MessageDetails.GroupMessage groupMessage =
                admin.find("a-000002").orElseThrow().ahead();

        assertThat(groupMessage).isEqualTo(new MessageDetails.GroupMessage("a-000001", MessageState.PENDING, null));
    }

    @Test
    void aDeadLetterHoldsItsGroupOnlyWhereThatIsAskedFor() throws Exception {
        insert("a", 1, 2);
        fail("id = 'a-000001'");
        assertThat(admin.find("a-000002").orElseThrow().deadLetter()).isNull();

        OutboxSettings usual = OutboxSettings.DEFAULTS;
        var holding = new OutboxSettings(
                usual.claimMode(), usual.processingTimeout(), 1000, usual.retention(), usual.ordering(), true);
        OutboxAdmin holds = new OwnTableAdmin(TABLE, RELAY, false, connections::borrow, holding);
        assertThat(holds.find("a-000002").orElseThrow().deadLetter())
                .isEqualTo(new MessageDetails.GroupMessage(
                        "a-000001", MessageState.FAILED, "HTTP 400 because of a-000001"));
    }

    @Test
    void aSearchThatTakesTooLongIsGivenUpAndTheConnectionIsAsBefore() throws Exception {
        insert("a", 1, 1);
        var searchOptions =
                new OwnTableMessageFinder.SearchOptions(RELAY, true, OutboxSettings.DEFAULTS, Duration.ofMillis(100));
        OutboxAdmin hasty = new OwnTableAdmin(TABLE, searchOptions, connections::borrow);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE " + QUOTED + " IN ACCESS EXCLUSIVE MODE");
            assertThatThrownBy(() -> hasty.find("a-000001"))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("no index on id");
            other.rollback();
        }
        assertThat(hasty.find("a-000001")).isPresent();
        try (Connection connection = connections.borrow();
                Statement statement = connection.createStatement();
                var setting = statement.executeQuery("SHOW enable_seqscan")) {
            setting.next();
            assertThat(setting.getString(1)).isEqualTo("off");
        }
    }

    @Test
    void onlyFailedMessagesAreRetriedOrDiscarded() throws Exception {
        insert("a", 1, 600);
        fail("id <> 'a-000600'");
        String place = database.value("SELECT shard || ':' || position FROM " + FAILED + " WHERE id = 'a-000001'");

        assertThat(admin.retry(List.of("a-000001", "a-000600", "unknown"))).containsExactly("a-000001");
        assertThat(database.value(
                        "SELECT shard || ':' || position || ' ' || attempts FROM " + QUOTED + " WHERE id = 'a-000001'"))
                .isEqualTo(place + " 0");
        assertThat(admin.discard(List.of("a-000001", "a-000002", "a-000600"))).containsExactly("a-000002");

        BulkAction bulk = new BulkAction(admin);
        assertThat(bulk.dryRun(group("a"), 10_000).messages()).isEqualTo(597);
        assertThat(bulk.run(BulkAction.Kind.RETRY, group("a"), 500).messages()).isEqualTo(500);
        assertThat(bulk.run(BulkAction.Kind.DISCARD, MessageFilter.ALL, 10_000).messages())
                .isEqualTo(97);
        assertThat(database.value("SELECT count(*) FROM " + QUOTED)).isEqualTo("502");
    }

    @Test
    void discardingNeedsTheRightToDelete() throws Exception {
        insert("a", 1, 1);
        fail("true");
        String role = database.role("reader");
        database.execute("GRANT SELECT, INSERT ON " + FAILED + " TO " + role);
        try (PostgresConnections limited = PostgresConnections.open(database.settingsFor(role), "admin")) {
            OutboxAdmin limitedDesk = new OwnTableAdmin(TABLE, RELAY, false, limited::borrow, OutboxSettings.DEFAULTS);
            assertThatThrownBy(() -> limitedDesk.discard(List.of("a-000001")))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("GRANT DELETE ON ");
        }
    }

    private static MessageFilter group(String group) {
        return new MessageFilter(group, null, null, null);
    }

    private List<String> all(MessageState state, MessageFilter filter, int limit) throws SourceException {
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            MessagePage page = admin.page(new MessageQuery(state, filter, limit, after));
            assertThat(page.messages()).hasSizeLessThanOrEqualTo(limit);
            page.messages().forEach(message -> ids.add(message.id()));
            after = page.next();
        } while (after != null);
        return ids;
    }
}

package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ownTable;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.admin.MySqlAdminDialect;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The special features of Signalbox's own table. */
class MySqlOwnTableTest {
    private static final String INSERT =
            "INSERT INTO outbox_events (id, message_group, type, payload) VALUES (?, ?, 'E', ?)";
    private static final String WAITING = "SELECT id, status, attempts FROM outbox_events ORDER BY position";

    private static MySqlDatabaseFixture create(MySqlTestServer server) throws SQLException {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        database.makeOwnTable();
        return database;
    }

    private static MySqlOutbox open(MySqlDatabaseFixture database) {
        return ownTable(database, database.fence(true), OutboxSettings.DEFAULTS);
    }

    private static void insert(MySqlDatabaseFixture database, String id, @Nullable String group) throws SQLException {
        database.run(INSERT, id, group, "payload of " + id);
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aTransactionThatCommitsLateIsNotPassedOver(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server);
                Connection slow = database.connect();
                Statement statement = slow.createStatement()) {
            MySqlOutbox outbox = open(database);
            Incarnation me = database.join("me");
            slow.setAutoCommit(false);
            statement.execute(
                    "INSERT INTO outbox_events (id, message_group, type, payload) VALUES ('early', 'g', 'E', ''), ('ungrouped', NULL, 'E', '')");
            insert(database, "late", "g");
            insert(database, "last", null);

            ClaimResult first = outbox.claim(me, request(10, 10));
            assertThat(ids(first)).containsExactlyInAnyOrder("late", "last");
            outbox.settle(me, all(first, Verdict.COMPLETE));
            slow.commit();

            ClaimResult second = outbox.claim(me, request(10, 10));
            assertThat(ids(second)).containsExactlyInAnyOrder("early", "ungrouped");
            outbox.settle(me, all(second, Verdict.COMPLETE));
            assertThat(database.rows(WAITING)).isEmpty();
            assertThat(database.value("SELECT count(*) FROM signalbox_claims")).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatFailedIsKeptAndRetriedAtItsOldPlace(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            MySqlOutbox outbox = open(database);
            Incarnation me = database.join("me");
            for (String id : List.of("a", "b", "c")) {
                insert(database, id, "g");
            }
            ClaimResult claimResult = outbox.claim(me, request(1, 1));
            outbox.settle(me, all(claimResult, new Verdict.Park("never")));
            assertThat(database.rows(WAITING)).containsExactly("a|FAILED|0", "b|PENDING|0", "c|PENDING|0");
            outbox.settle(me, all(outbox.claim(me, request(1, 1)), Verdict.COMPLETE));

            var admin = MySqlAdminDialect.ofOwnTable(
                    new TableName(null, "outbox_events"),
                    MySqlTestOutboxes.RELAY,
                    true,
                    database.connections()::borrow,
                    OutboxSettings.DEFAULTS);
            assertThat(admin.retry(List.of("a", "b"))).containsExactly("a");

            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("a", "c");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aSettlementWhoseAnswerWasLostChangesNothingMore(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            int[] answers = {0};
            MySqlOutbox outbox = ownTable(
                    database, MySqlTestOutboxes.losing(database.fence(true), answers), OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            insert(database, "a", "a");
            insert(database, "b", "b");
            insert(database, "c", "a");
            ClaimResult claimResult = outbox.claim(me, request(10, 1));
            List<Settlement> verdicts = List.of(
                    new Settlement(claimResult.messages().get(0), Verdict.COMPLETE),
                    new Settlement(claimResult.messages().get(1), new Verdict.RetryAt(0, "later")));
            answers[0] = 1;

            assertThatThrownBy(() -> outbox.settle(me, verdicts)).isInstanceOf(SourceException.class);
            outbox.settle(me, verdicts);

            assertThat(database.rows(WAITING)).containsExactly("b|PENDING|1", "c|PENDING|0");
            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactlyInAnyOrder("b", "c");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aRepeatedSettlementSparesANewRowWithTheIdOfADeliveredOne(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            int[] answers = {0};
            MySqlOutbox outbox = ownTable(
                    database, MySqlTestOutboxes.losing(database.fence(true), answers), OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            insert(database, "a", "a");
            insert(database, "b", "b");
            ClaimResult claimResult = outbox.claim(me, request(10, 1));
            List<Settlement> delivered = all(claimResult, Verdict.COMPLETE).stream()
                    .filter(it -> it.message().id().equals("a"))
                    .toList();
            answers[0] = 1;
            assertThatThrownBy(() -> outbox.settle(me, delivered)).isInstanceOf(SourceException.class);
            insert(database, "a", "a");

            assertThat(outbox.settle(me, delivered).recorded()).isEmpty();

            assertThat(database.rows(WAITING)).containsExactly("b|PENDING|0", "a|PENDING|0");
            assertThat(ids(outbox.claim(me, request(10, 1)))).containsExactly("a");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aFencedOwnerAndOneWhoComesTooLateDeleteNothing(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            MySqlOutbox outbox = open(database);
            Incarnation me = database.join("me");
            insert(database, "a", "a");
            ClaimResult mine = outbox.claim(me, request(10, 10));
            database.fence(me);
            assertThat(outbox.settle(me, all(mine, Verdict.COMPLETE))).isEqualTo(SettleResult.NOTHING);

            MySqlOutbox other = open(database);
            Incarnation heir = database.join("heir");
            assertThat(other.recover(heir).fromFencedOwners()).isEqualTo(1);
            ClaimResult theirs = other.claim(heir, request(10, 10));
            other.settle(heir, all(theirs, new Verdict.RetryAt(0, "later")));
            assertThat(other.settle(heir, all(theirs, Verdict.COMPLETE))).isEqualTo(SettleResult.NOTHING);

            assertThat(database.rows(WAITING)).containsExactly("a|PENDING|1");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void groupsAndIdsAreExact(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            MySqlOutbox outbox = open(database);
            Incarnation me = database.join("me");
            for (String group : List.of("a", "A", "a ", "ä", "")) {
                insert(database, "1" + group, group);
                insert(database, "2" + group, group);
            }

            ClaimResult claimResult = outbox.claim(me, request(100, 1));

            assertThat(ids(claimResult)).containsExactlyInAnyOrder("1a", "1A", "1a ", "1ä", "1");
            assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                    .hasSize(5);
            assertThat(ids(outbox.claim(me, request(100, 1)))).containsExactlyInAnyOrder("2a", "2A", "2a ", "2ä", "2");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void withoutTheSideTablesRowsAreMarkedAndThenDeleted(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            database.run("DROP TABLE signalbox_claims, signalbox_suspects, signalbox_nodes");
            MySqlOutbox outbox = ownTable(database, database.fence(false), OutboxSettings.DEFAULTS);
            assertThat(outbox.check()).singleElement().asString().contains("'own' needs");
            Incarnation me = new Incarnation("me");
            insert(database, "a", "a");
            insert(database, "b", null);

            ClaimResult claimResult = outbox.claim(me, request(10, 10));
            assertThat(database.rows(WAITING)).containsExactly("a|PROCESSING|0", "b|PROCESSING|0");
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));

            assertThat(database.rows(WAITING)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aTableThatIsNotThereIsNamed(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            database.run("DROP TABLE outbox_events");

            assertThatThrownBy(() -> open(database).check())
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("outbox_events")
                    .hasMessageContaining("signalbox schema install");
        }
    }
}

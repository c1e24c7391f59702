package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A table that encodes states as two timestamps, with numeric ids. */
class MySqlCatboxTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final OutboxSettings MARK = OutboxSettings.DEFAULTS.with(ClaimMode.MARK);

    private static MySqlDatabaseFixture create(MySqlTestServer server) throws Exception {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        database.makeCatbox();
        database.run("ALTER TABLE outbox_events MODIFY id bigint AUTO_INCREMENT");
        return database;
    }

    private static MySqlOutbox outbox(MySqlDatabaseFixture database, OutboxSettings settings) {
        return MySqlTestOutboxes.of(database, OutboxLayouts.CATBOX.layout(), database.fence(true), settings);
    }

    private static void insert(MySqlDatabaseFixture database, int from, int to, String group) throws Exception {
        for (int id = from; id <= to; id++) {
            database.run(
                    "INSERT INTO outbox_events (id, aggregate_id, event_type, correlation_id, payload, created_at)"
                            + " VALUES (?, ?, 'OrderCreated', ?, '{}', '2024-01-01')",
                    id,
                    group,
                    "c-" + id);
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void rowsOfOneMomentGoByTheirNumberAndHaveHeaders(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            Incarnation me = database.join("me");
            insert(database, 8, 12, "a");
            database.run("UPDATE outbox_events SET correlation_id = NULL WHERE id = 9");
            for (OutboxSettings settings : List.of(OWN, MARK)) {
                ClaimResult claimResult = outbox(database, settings).claim(me, request(100, 4));
                assertThat(ids(claimResult)).containsExactly("8", "9", "10", "11");
                assertThat(claimResult.messages())
                        .extracting(Message::headers)
                        .startsWith(
                                Map.of("aggregateType", "Order", "correlationId", "c-8"),
                                Map.of("aggregateType", "Order"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void anotherProcessorsClaimBlocksItsGroupUntilItIsOver(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            Incarnation me = database.join("me");
            insert(database, 1, 2, "a");
            insert(database, 3, 3, "b");
            database.run(
                    "UPDATE outbox_events SET in_progress_until = UTC_TIMESTAMP(6) + INTERVAL 1 MINUTE WHERE id = 1");
            MySqlOutbox outbox = outbox(database, OWN);
            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("3");
            assertThat(outbox.recover(me)).isEqualTo(RecoveryResult.NOTHING);
            database.run(
                    "UPDATE outbox_events SET in_progress_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = 1");
            assertThat(outbox.recover(me).expired()).isEqualTo(1);
            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("1", "2");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aDeadLetterIsHeldForEverAndLetGoByHandWithAllItsAttempts(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            Incarnation me = database.join("me");
            insert(database, 1, 1, "a");
            for (OutboxSettings settings : List.of(OWN, MARK)) {
                MySqlOutbox outbox = outbox(database, settings);
                outbox.settle(me, all(outbox.claim(me, request(1, 1)), new Verdict.RetryAt(1, "later")));
                ClaimResult again = outbox.claim(me, request(1, 1));
                assertThat(again.messages()).extracting(Message::attempts).containsExactly(1);
                outbox.settle(me, all(again, new Verdict.Park("never")));
                assertThat(database.value(
                                "SELECT sent_at, DATE_FORMAT(in_progress_until, '%Y-%m-%d') FROM outbox_events"))
                        .isEqualTo("null|9999-12-31");
                assertThat(database.value("SELECT CONVERT(id USING utf8mb4), attempts, error FROM signalbox_failures"))
                        .isEqualTo("1|1|never");
                assertThat(outbox.recover(me)).isEqualTo(RecoveryResult.NOTHING);
                assertThat(ids(outbox.claim(me, request(1, 1)))).isEmpty();

                database.run("UPDATE outbox_events SET in_progress_until = NULL");
                ClaimResult replayed = outbox.claim(me, request(1, 1));
                assertThat(replayed.messages()).extracting(Message::attempts).containsExactly(0);
                outbox.settle(me, all(replayed, Verdict.COMPLETE));
                assertThat(database.rows("SELECT id FROM signalbox_failures")).isEmpty();
                database.run("UPDATE outbox_events SET sent_at = NULL");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aSettlementWhoseAnswerWasLostCountsOnce(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            Incarnation me = database.join("me");
            insert(database, 1, 3, "a");
            int[] lost = {0};
            Fence fence = MySqlTestOutboxes.losing(database.fence(true), lost);
            MySqlOutbox outbox = MySqlTestOutboxes.of(database, OutboxLayouts.CATBOX.layout(), fence, OWN);
            ClaimResult claimResult = outbox.claim(me, request(3, 3));
            lost[0] = 1;
            assertThatThrownBy(() -> outbox.settle(me, all(claimResult, new Verdict.RetryAt(1, "later"))))
                    .hasMessageContaining("lost");
            assertThat(outbox.settle(me, all(claimResult, new Verdict.RetryAt(1, "later")))
                            .recorded())
                    .isEmpty();
            assertThat(database.rows("SELECT attempts FROM signalbox_failures")).containsExactly("1", "1", "1");
            database.run("DELETE FROM outbox_events WHERE id = 1");
            database.run("UPDATE outbox_events SET sent_at = UTC_TIMESTAMP() WHERE id = 2");
            outbox.recover(me);
            assertThat(database.rows("SELECT CONVERT(id USING utf8mb4) FROM signalbox_failures"))
                    .containsExactly("3");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatIsDoneIsDeletedWhenItWasKeptLongEnough(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            Incarnation me = database.join("me");
            insert(database, 1, 4, "a");
            database.run("UPDATE outbox_events SET sent_at = UTC_TIMESTAMP() - INTERVAL 2 HOUR WHERE id <= 2");
            database.run("UPDATE outbox_events SET sent_at = UTC_TIMESTAMP() WHERE id = 3");
            MySqlOutbox outbox = outbox(database, OWN.with(new Retention.DeleteAfter(Duration.ofHours(1))));
            while (outbox.sweep(me).more()) {}
            assertThat(database.rows("SELECT id FROM outbox_events")).containsExactly("3", "4");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aTableWithoutOurIndexIsSlowAndOneOfAnotherLayoutKnown(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            assertThat(outbox(database, OWN).check())
                    .containsExactly("there is no index on (sent_at, in_progress_until, aggregate_id, created_at):"
                            + " every claim reads the whole table");
            assertThatThrownBy(MySqlTestOutboxes.flowcatalyst(database, OWN)::check)
                    .hasMessageEndingWith("its columns are those of the layout catbox");
        }
    }
}

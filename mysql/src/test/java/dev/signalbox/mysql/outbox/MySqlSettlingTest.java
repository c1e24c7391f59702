package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insert;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlSettlingTest {
    private static final String ROW =
            "SELECT status, retry_count, processed_at IS NULL, error_message FROM outbox_events";

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aRowThatWasResetByHandAndClaimedBySomebodyElseInTheSameSecondIsNotOurs(MySqlTestServer server)
            throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            MySqlOutbox other = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            Incarnation them = database.join("them");
            insert(database, "a", "a", 1);
            ClaimResult ours = outbox.claim(me, request(1, 1));
            database.run("UPDATE outbox_events SET status = 'PENDING'");
            ClaimResult theirs = other.claim(them, request(1, 1));
            // Makes both claims fall into the same second
            database.run("UPDATE outbox_events SET processed_at = '2026-01-01 00:00:00'");
            database.run("UPDATE signalbox_claims SET claimed_at = '2026-01-01 00:00:00'");

            assertThat(outbox.settle(me, at(ours, "2026-01-01 00:00:00"))).isEqualTo(SettleResult.NOTHING);
            assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
            assertThat(other.settle(them, at(theirs, "2026-01-01 00:00:00")).recorded())
                    .containsExactly("a");
        }
    }

    private static List<Settlement> at(ClaimResult claimResult, String moment) {
        return claimResult.messages().stream()
                .map(message -> new Settlement(
                        new Message(
                                message.id(),
                                message.group(),
                                message.shard(),
                                message.type(),
                                message.payload(),
                                message.attempts(),
                                message.createdAt(),
                                new Claim(message.claim().number(), UtcTimestamps.instant(moment)),
                                message.suspicion()),
                        Verdict.COMPLETE))
                .toList();
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aRowThatAnotherProgramTookMeanwhileIsNotSettled(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            insert(database, "a", "a", 1);
            insert(database, "b", "b", 1);
            ClaimResult claimResult = outbox.claim(me, request(10, 10));
            database.run("UPDATE outbox_events SET processed_at = processed_at + INTERVAL 1 SECOND WHERE id = 'a'");

            assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                    .containsExactly("b");
            assertThat(database.value("SELECT status FROM outbox_events WHERE id = 'a'"))
                    .isEqualTo("PROCESSING");
            assertThat(database.value("SELECT count(*) FROM signalbox_claims")).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aClaimThatIsNotRecordedAnyMoreIsNotOurs(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(claimMode));
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                ClaimResult claimResult = outbox.claim(me, request(1, 1));
                List<String> before = database.rows("SELECT * FROM outbox_events");
                database.run("DELETE FROM signalbox_claims");

                assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)))
                        .isEqualTo(SettleResult.NOTHING);
                assertThat(database.rows("SELECT * FROM outbox_events")).isEqualTo(before);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aSettlementWhoseAnswerWasLostCountsOnce(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                int[] answers = {0};
                MySqlOutbox outbox = MySqlTestOutboxes.of(
                        database,
                        OutboxLayouts.FLOWCATALYST.layout(),
                        MySqlTestOutboxes.losing(database.fence(true), answers),
                        OutboxSettings.DEFAULTS.with(claimMode));
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                List<Settlement> retry = all(outbox.claim(me, request(1, 1)), new Verdict.RetryAt(0, "later"));
                answers[0] = 1;

                assertThatThrownBy(() -> outbox.settle(me, retry)).isInstanceOf(SourceException.class);
                outbox.settle(me, retry);

                assertThat(database.value(ROW)).isEqualTo("PENDING|1|1|later");
                assertThat(ids(outbox.claim(me, request(1, 1)))).containsExactly("a");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void completedRowsAreDeletedIfAskedTo(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                MySqlOutbox outbox = flowcatalyst(
                        database, OutboxSettings.DEFAULTS.with(claimMode).with(new Retention.DeleteOnCompletion()));
                outbox.check();
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                insert(database, "b", "b", 1);
                ClaimResult claimResult = outbox.claim(me, request(10, 10));
                List<Settlement> verdicts = new ArrayList<>(all(claimResult, Verdict.COMPLETE));
                verdicts.set(1, new Settlement(claimResult.messages().get(1), new Verdict.Park("never")));

                assertThat(outbox.settle(me, verdicts).recorded()).containsExactlyInAnyOrder("a", "b");
                assertThat(database.rows("SELECT id, status FROM outbox_events"))
                        .containsExactly("b|FAILED");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void theReasonIsCutToWhatTheColumnHolds(MySqlTestServer server) throws Exception {
        for (String type : List.of("VARCHAR(5) CHARACTER SET utf8mb4", "VARCHAR(5) CHARACTER SET latin1", "TINYTEXT")) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                database.run("ALTER TABLE outbox_events MODIFY error_message " + type);
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                Verdict.Final park = new Verdict.Park("\ud83d\ude80\u00e4".repeat(1_000));

                assertThat(outbox.settle(me, all(outbox.claim(me, request(1, 1)), park))
                                .recorded())
                        .containsExactly("a");
                assertThat(database.value("SELECT char_length(error_message) >= 5 FROM outbox_events"))
                        .isEqualTo("1");
            }
        }
    }
}

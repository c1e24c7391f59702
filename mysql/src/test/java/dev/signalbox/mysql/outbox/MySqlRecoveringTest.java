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
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlRecoveringTest {
    private static final String SUSPECTS =
            "SELECT CONVERT(id USING utf8mb4), level, crashes, in_flight FROM signalbox_suspects ORDER BY id";

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatTheDeadOwnerHadSettledIsNoSuspect(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                insert(database, "a", "a", 1);
                insert(database, "b", "b", 1);
                OutboxSettings settings = OutboxSettings.DEFAULTS.with(claimMode);
                MySqlOutbox dead = flowcatalyst(database, settings);
                Incarnation owner = database.join("dead");
                dead.settle(
                        owner,
                        all(dead.claim(owner, request(10, 10)), Verdict.COMPLETE)
                                .subList(0, 1));
                database.fence(owner);

                assertThat(flowcatalyst(database, settings).recover(database.join("heir")))
                        .isEqualTo(new RecoveryResult(1, 0, false));
                assertThat(database.rows(SUSPECTS)).containsExactly("b|1|0|0");
                assertThat(database.value("SELECT count(*) FROM signalbox_claims"))
                        .isEqualTo("0");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatALivingOwnerHasClaimedInTheSameSecondIsNotTakenFromIt(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            insert(database, "a", "a", 1);
            Incarnation dead = database.join("dead");
            flowcatalyst(database, OutboxSettings.DEFAULTS).claim(dead, request(1, 1));
            database.run("UPDATE outbox_events SET status = 'PENDING'");
            MySqlOutbox living = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            assertThat(ids(living.claim(me, request(1, 1)))).containsExactly("a");
            database.run("UPDATE signalbox_claims SET claimed_at = '2026-01-01'");
            database.run("UPDATE outbox_events SET processed_at = '2026-01-01'");
            database.fence(dead);

            assertThat(living.recover(me)).isEqualTo(RecoveryResult.NOTHING);
            assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
            assertThat(database.value("SELECT count(*) FROM signalbox_claims")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void rowsThatNobodyOfUsClaimedWaitForTheTimeOut(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            insert(database, "fresh", "a", 1);
            insert(database, "old", "b", 1);
            insert(database, "unknown", "c", 1);
            database.run("""
                    UPDATE outbox_events SET status = 'PROCESSING', processed_at = CASE id
                        WHEN 'fresh' THEN NOW() - INTERVAL 290 SECOND
                        WHEN 'old' THEN NOW() - INTERVAL 310 SECOND END""");

            assertThat(flowcatalyst(database, OutboxSettings.DEFAULTS).recover(database.join("me")))
                    .isEqualTo(new RecoveryResult(0, 1, false));
            assertThat(database.rows("SELECT id, status, processed_at IS NULL FROM outbox_events ORDER BY id"))
                    .containsExactly("fresh|PROCESSING|0", "old|PENDING|1", "unknown|PROCESSING|0");
            assertThat(database.rows(SUSPECTS)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void withoutTablesOfOurOwnRowsAreMarkedAndKeptByMemory(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            database.run("DROP TABLE signalbox_claims, signalbox_suspects, signalbox_nodes");
            insert(database, "a", "a", 1);
            insert(database, "b", "b", 1);
            Incarnation me = new Incarnation("me");
            MySqlOutbox outbox = MySqlTestOutboxes.of(
                    database,
                    OutboxLayouts.FLOWCATALYST.layout(),
                    database.fence(false),
                    OutboxSettings.DEFAULTS.with(ClaimMode.OWN));
            assertThat(outbox.check()).singleElement().asString().contains("'own' needs");
            ClaimResult claimResult = outbox.claim(me, request(1, 1));
            database.run("UPDATE outbox_events SET status = 'PROCESSING', processed_at = NOW() - INTERVAL 1 HOUR");

            assertThat(outbox.recover(me)).isEqualTo(new RecoveryResult(0, 1, false));
            assertThat(outbox.markInFlight(me, ids(claimResult))).isTrue();
            assertThat(database.rows("SELECT status FROM outbox_events ORDER BY id"))
                    .containsExactly("PROCESSING", "PENDING");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aClaimWhoseAnswerWasLostIsGivenBackWithoutSuspicion(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                insert(database, "a", "a", 1);
                int[] answers = {1};
                MySqlOutbox outbox = MySqlTestOutboxes.of(
                        database,
                        OutboxLayouts.FLOWCATALYST.layout(),
                        MySqlTestOutboxes.losing(database.fence(true), answers),
                        OutboxSettings.DEFAULTS.with(claimMode));
                Incarnation me = database.join("me");

                assertThatThrownBy(() -> outbox.claim(me, request(1, 1))).isInstanceOf(SourceException.class);
                assertThat(database.value("SELECT count(*) FROM signalbox_claims"))
                        .isEqualTo("1");

                ClaimResult again = outbox.claim(me, request(1, 1));
                assertThat(ids(again)).containsExactly("a");
                assertThat(again.messages()).extracting(Message::suspicion).containsOnly(Suspicion.NONE);
                assertThat(outbox.settle(me, all(again, Verdict.COMPLETE)).recorded())
                        .containsExactly("a");
                assertThat(database.value("SELECT count(*) FROM signalbox_claims"))
                        .isEqualTo("0");
            }
        }
    }
}

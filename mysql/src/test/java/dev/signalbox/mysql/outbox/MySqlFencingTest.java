package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.awaitWaiting;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insert;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlFencingTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.close();
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aFencedOwnerSweepsAndForgetsNothing(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            MySqlOutbox outbox =
                    flowcatalyst(database, OutboxSettings.DEFAULTS.with(new Retention.DeleteAfter(Duration.ZERO)));
            Incarnation me = database.join("me");
            insert(database, "a", "a", 1);
            insert(database, "n", null, 1);
            database.run("UPDATE outbox_events SET status = 'COMPLETED', processed_at = created_at");
            database.run(
                    "INSERT INTO signalbox_suspects (relay, id, level) VALUES (?, 'n', 1)", MySqlTestOutboxes.RELAY);
            outbox.check();
            database.fence(me);

            for (int i = 0; i < 3; i++) {
                assertThat(outbox.sweep(me).deleted()).isEqualTo(SweepResult.NOTHING.deleted());
            }
            outbox.recover(me);

            assertThat(database.value("SELECT count(*) FROM outbox_events")).isEqualTo("2");
            assertThat(database.value("SELECT count(*) FROM signalbox_suspects"))
                    .isEqualTo("1");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void anOwnerWhoseLeaseBelongsToAnotherServerIsFencedAlthoughItsRowIsThere(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            insert(database, "a", "a", 1);

            assertThat(outbox.claim(database.join("me@elsewhere"), request(1, 1)))
                    .isEqualTo(ClaimResult.NOTHING);
            assertThat(outbox.claim(database.join("me"), request(1, 1)).messages())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aTakeoverWaitsForASettlementThatWaitsForARow(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            insert(database, "a", "a", 1);
            ClaimResult claimResult = outbox.claim(me, request(1, 1));
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("SELECT 1 FROM outbox_events FOR UPDATE");
                Future<SettleResult> settling =
                        threads.submit(() -> outbox.settle(me, all(claimResult, Verdict.COMPLETE)));
                awaitWaiting(database, "UPDATE");
                Future<?> takeover = threads.submit(() -> {
                    database.fence(me);
                    return null;
                });
                awaitWaiting(database, "DELETE FROM signalbox_nodes");
                assertThat(takeover.isDone()).isFalse();
                other.rollback();
                takeover.get();
                assertThat(settling.get().recorded()).containsExactly("a");
            }
            assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("COMPLETED");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aSettlementThatWaitsForATakeoverChangesNothing(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(claimMode));
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                ClaimResult claimResult = outbox.claim(me, request(1, 1));
                List<String> before = database.rows("SELECT * FROM outbox_events");
                try (Connection other = database.connect();
                        Statement statement = other.createStatement()) {
                    other.setAutoCommit(false);
                    statement.execute("DELETE FROM signalbox_nodes");
                    Future<SettleResult> settling =
                            threads.submit(() -> outbox.settle(me, all(claimResult, Verdict.COMPLETE)));
                    awaitWaiting(database, "LOCK IN SHARE MODE");
                    other.commit();
                    assertThat(settling.get()).isEqualTo(SettleResult.NOTHING);
                }
                assertThat(database.rows("SELECT * FROM outbox_events")).isEqualTo(before);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aClaimThatWaitsForATakeoverClaimsNothing(MySqlTestServer server) throws Exception {
        for (ClaimMode claimMode : ClaimMode.values()) {
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(claimMode));
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                insert(database, "n", null, 1);
                try (Connection other = database.connect();
                        Statement statement = other.createStatement()) {
                    other.setAutoCommit(false);
                    statement.execute("DELETE FROM signalbox_nodes");
                    Future<ClaimResult> claiming = threads.submit(() -> outbox.claim(me, request(10, 10)));
                    awaitWaiting(database, "LOCK IN SHARE MODE");
                    other.commit();
                    assertThat(claiming.get()).isEqualTo(ClaimResult.NOTHING);
                }
                assertThat(database.value("SELECT count(*) FROM outbox_events WHERE status = 'PENDING'"))
                        .isEqualTo("2");
                assertThat(database.value("SELECT count(*) FROM signalbox_claims"))
                        .isEqualTo("0");
            }
        }
    }
}

package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.Outboxes.all;
import static dev.signalbox.mysql.outbox.Outboxes.awaitWaiting;
import static dev.signalbox.mysql.outbox.Outboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.Outboxes.insert;
import static dev.signalbox.mysql.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.Swept;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.mysql.server.TestDatabase;
import dev.signalbox.mysql.server.TestServer;
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

class FencingTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        threads.close();
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void aFencedOwnerSweepsAndForgetsNothing(TestServer server) throws Exception {
        try (TestDatabase database = TestDatabase.create(server)) {
            MySqlOutbox outbox =
                    flowcatalyst(database, OutboxSettings.DEFAULTS.with(Retention.deleteAfter(Duration.ZERO)));
            Incarnation me = database.join("me");
            insert(database, "a", "a", 1);
            insert(database, "n", null, 1);
            database.run("UPDATE outbox_events SET status = 'COMPLETED', processed_at = created_at");
            database.run("INSERT INTO signalbox_suspects (relay, id, level) VALUES (?, 'n', 1)", Outboxes.RELAY);
            outbox.check();
            database.fence(me);

            for (int i = 0; i < 3; i++) {
                assertThat(outbox.sweep(me).deleted()).isEqualTo(Swept.NOTHING.deleted());
            }
            outbox.recover(me);

            assertThat(database.value("SELECT count(*) FROM outbox_events")).isEqualTo("2");
            assertThat(database.value("SELECT count(*) FROM signalbox_suspects"))
                    .isEqualTo("1");
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void aTakeoverWaitsForASettlementThatWaitsForARow(TestServer server) throws Exception {
        try (TestDatabase database = TestDatabase.create(server)) {
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            insert(database, "a", "a", 1);
            Claimed claimed = outbox.claim(me, request(1, 1));
            try (Connection other = database.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("SELECT 1 FROM outbox_events FOR UPDATE");
                Future<Settled> settling = threads.submit(() -> outbox.settle(me, all(claimed, Verdict.COMPLETE)));
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
    @MethodSource(Outboxes.SERVERS)
    void aSettlementThatWaitsForATakeoverChangesNothing(TestServer server) throws Exception {
        for (Holding holding : Holding.values()) {
            try (TestDatabase database = TestDatabase.create(server)) {
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(holding));
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                Claimed claimed = outbox.claim(me, request(1, 1));
                List<String> before = database.rows("SELECT * FROM outbox_events");
                try (Connection other = database.connect();
                        Statement statement = other.createStatement()) {
                    other.setAutoCommit(false);
                    statement.execute("DELETE FROM signalbox_nodes");
                    Future<Settled> settling = threads.submit(() -> outbox.settle(me, all(claimed, Verdict.COMPLETE)));
                    awaitWaiting(database, "LOCK IN SHARE MODE");
                    other.commit();
                    assertThat(settling.get()).isEqualTo(Settled.NOTHING);
                }
                assertThat(database.rows("SELECT * FROM outbox_events")).isEqualTo(before);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void aClaimThatWaitsForATakeoverClaimsNothing(TestServer server) throws Exception {
        for (Holding holding : Holding.values()) {
            try (TestDatabase database = TestDatabase.create(server)) {
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(holding));
                Incarnation me = database.join("me");
                insert(database, "a", "a", 1);
                insert(database, "n", null, 1);
                try (Connection other = database.connect();
                        Statement statement = other.createStatement()) {
                    other.setAutoCommit(false);
                    statement.execute("DELETE FROM signalbox_nodes");
                    Future<Claimed> claiming = threads.submit(() -> outbox.claim(me, request(10, 10)));
                    awaitWaiting(database, "LOCK IN SHARE MODE");
                    other.commit();
                    assertThat(claiming.get()).isEqualTo(Claimed.NOTHING);
                }
                assertThat(database.value("SELECT count(*) FROM outbox_events WHERE status = 'PENDING'"))
                        .isEqualTo("2");
                assertThat(database.value("SELECT count(*) FROM signalbox_claims"))
                        .isEqualTo("0");
            }
        }
    }
}

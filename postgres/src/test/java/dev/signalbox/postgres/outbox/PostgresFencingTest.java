package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SweepResult;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresFencingTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private OutboxTestDatabase outboxTestDatabase;
    private PostgresOutbox outbox;
    private Incarnation me;

    @BeforeEach
    void open() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outbox = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS.with(Retention.deleteAfter(Duration.ZERO)));
        me = outboxTestDatabase.join("me");
    }

    @AfterEach
    void close() {
        threads.close();
    }

    private List<String> table() throws Exception {
        return outboxTestDatabase.rows("SELECT xmin, * FROM outbox_events ORDER BY id");
    }

    @Test
    void aFencedOwnerChangesNothing() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        insert(outboxTestDatabase, "n", null, 1);
        ClaimResult claimResult = outbox.claim(me, request(1, 1));
        outboxTestDatabase.run(
                "UPDATE outbox_events SET status = 'COMPLETED', processed_at = created_at WHERE id = 'b'");
        outboxTestDatabase.run(
                "INSERT INTO signalbox.suspects (relay, id, level) VALUES ('public.outbox_events', 'n', 1)");
        outboxTestDatabase.fence("me");
        List<String> before = table();
        assertThat(outbox.claim(me, request(10, 10))).isEqualTo(ClaimResult.NOTHING);
        assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                .isEmpty();
        assertThat(outbox.recover(me)).isEqualTo(RecoveryResult.NOTHING);
        assertThat(outbox.markInFlight(me, List.of("n"))).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(outbox.sweep(me).deleted()).isEqualTo(SweepResult.NOTHING.deleted());
        }
        assertThat(table()).isEqualTo(before);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("1");
        assertThat(outboxTestDatabase.value("SELECT in_flight FROM signalbox.suspects"))
                .isEqualTo("f");
    }

    @Test
    void aFencedOwnerClaimsNothingOfWhatItHasReadAhead() throws Exception {
        for (int i = 100; i < 200; i++) {
            insert(outboxTestDatabase, "m" + i, "tied", 1);
        }
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        outboxTestDatabase.fence("me");

        assertThat(outbox.claim(me, request(10, 10))).isEqualTo(ClaimResult.NOTHING);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM outbox_events WHERE status = 'PROCESSING'"))
                .isEqualTo("0");
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @Test
    void aTakeoverWaitsForASettlementThatWaitsForARow() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        ClaimResult claimResult = outbox.claim(me, request(1, 1));
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events FOR UPDATE");
            Future<SettleResult> settling = threads.submit(() -> outbox.settle(me, all(claimResult, Verdict.COMPLETE)));
            awaitWaiting(1);
            Future<?> takeover = threads.submit(() -> {
                outboxTestDatabase.fence("me");
                return null;
            });
            awaitWaiting(2);
            outboxTestDatabase.run("UPDATE signalbox.nodes SET expires_at = now() + interval '1 hour'");
            assertThat(takeover.isDone()).isFalse();
            other.rollback();
            takeover.get();
            assertThat(settling.get().recorded()).containsExactly("a");
            assertThat(outboxTestDatabase.value("SELECT status FROM outbox_events"))
                    .isEqualTo("COMPLETED");
        }
    }

    @Test
    void aSettlementThatWaitsForATakeoverChangesNothing() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        ClaimResult claimResult = outbox.claim(me, request(1, 1));
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            Future<SettleResult> settling = threads.submit(() -> outbox.settle(me, all(claimResult, Verdict.COMPLETE)));
            awaitWaiting(1);
            other.commit();
            assertThat(settling.get()).isEqualTo(SettleResult.NOTHING);
        }
        assertThat(outboxTestDatabase.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
    }

    @Test
    void aClaimThatWaitsForATakeoverClaimsNothing() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "n", null, 1);
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            Future<ClaimResult> claiming = threads.submit(() -> outbox.claim(me, request(10, 10)));
            awaitWaiting(1);
            other.commit();
            assertThat(claiming.get()).isEqualTo(ClaimResult.NOTHING);
        }
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM outbox_events WHERE status = 'PENDING'"))
                .isEqualTo("2");
    }

    @Test
    void aLateCallOfAnEarlierIncarnationDoesNotDisturbTheNextOne() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        ClaimResult early = outbox.claim(me, request(1, 1));
        outboxTestDatabase.fence("me");
        Incarnation next = outboxTestDatabase.join("next");
        ClaimResult late = outbox.claim(next, request(1, 1));
        assertThat(outbox.settle(me, all(early, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(next, all(early, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(next, all(late, Verdict.COMPLETE)).recorded()).hasSize(1);
    }

    private void awaitWaiting(int sessions) {
        await().untilAsserted(() -> assertThat(outboxTestDatabase.value("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'""")).isEqualTo(String.valueOf(sessions)));
    }
}

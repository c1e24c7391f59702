package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds in every claim mode. */
abstract class ClaimModeContract extends FlowCatalystTableTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    ClaimModeContract(OutboxSettings settings) {
        super(settings);
    }

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void completedRowsAreDeletedIfAskedTo() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        PostgresOutbox deleting = flowcatalyst(outboxTestDatabase, settings.with(new Retention.DeleteOnCompletion()));
        List<Message> held = deleting.claim(me, request(10, 10)).messages();
        assertThat(deleting.settle(
                                me,
                                List.of(
                                        new Settlement(held.get(0), Verdict.COMPLETE),
                                        new Settlement(held.get(1), new Verdict.Park("no"))))
                        .recorded())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(outboxTestDatabase.rows("SELECT id, status FROM outbox_events"))
                .containsExactly("b|FAILED");
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

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1", "SELECT 1 FROM outbox_events FOR UPDATE"})
    void aSettlementThatWaitsForATakeoverChangesNothing(String lock) throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        ClaimResult claimResult = outbox.claim(me, request(1, 1));
        List<String> before = outboxTestDatabase.rows("SELECT xmin, * FROM outbox_events");
        assertThat(duringATakeover(lock, () -> outbox.settle(me, all(claimResult, Verdict.COMPLETE))))
                .isEqualTo(SettleResult.NOTHING);
        assertThat(outboxTestDatabase.rows("SELECT xmin, * FROM outbox_events")).isEqualTo(before);
    }

    @Test
    void aClaimThatWaitsForATakeoverClaimsNothing() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "n", null, 1);
        assertThat(duringATakeover("SELECT 1", () -> outbox.claim(me, request(10, 10))))
                .isEqualTo(ClaimResult.NOTHING);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM outbox_events WHERE status = 'PENDING'"))
                .isEqualTo("2");
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    /**
     * Makes the call while another node takes over, and ends the takeover when the call waits for it.
     *
     * @param lock what the takeover's transaction does besides
     */
    private <T> T duringATakeover(String lock, Callable<T> call) throws Exception {
        try (Connection other = outboxTestDatabase.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            statement.execute(lock);
            Future<T> result = threads.submit(call);
            awaitWaiting(1);
            other.commit();
            return result.get();
        }
    }

    private void awaitWaiting(int sessions) {
        await().untilAsserted(() -> assertThat(outboxTestDatabase.value("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'""")).isEqualTo(String.valueOf(sessions)));
    }
}

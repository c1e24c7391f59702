package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.Outboxes.all;
import static dev.signalbox.postgres.outbox.Outboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.Outboxes.insert;
import static dev.signalbox.postgres.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.Swept;
import dev.signalbox.jdbc.outbox.OutboxSettings;
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

class FencingTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Database database;
    private PostgresOutbox outbox;
    private Incarnation me;

    @BeforeEach
    void open() throws Exception {
        database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        outbox = flowcatalyst(database, OutboxSettings.DEFAULTS.with(Retention.deleteAfter(Duration.ZERO)));
        me = database.join("me");
    }

    @AfterEach
    void close() {
        threads.close();
    }

    private List<String> table() throws Exception {
        return database.rows("SELECT xmin, * FROM outbox_events ORDER BY id");
    }

    @Test
    void aFencedOwnerChangesNothing() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        insert(database, "n", null, 1);
        Claimed claimed = outbox.claim(me, request(1, 1));
        database.run("UPDATE outbox_events SET status = 'COMPLETED', processed_at = created_at WHERE id = 'b'");
        database.run("INSERT INTO signalbox.suspects (relay, id, level) VALUES ('public.outbox_events', 'n', 1)");
        database.fence("me");
        List<String> before = table();
        assertThat(outbox.claim(me, request(10, 10))).isEqualTo(Claimed.NOTHING);
        assertThat(outbox.settle(me, all(claimed, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.recover(me)).isEqualTo(Recovered.NOTHING);
        assertThat(outbox.markInFlight(me, List.of("n"))).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(outbox.sweep(me).deleted()).isEqualTo(Swept.NOTHING.deleted());
        }
        assertThat(table()).isEqualTo(before);
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("1");
        assertThat(database.value("SELECT in_flight FROM signalbox.suspects")).isEqualTo("f");
    }

    @Test
    void aFencedOwnerClaimsNothingOfWhatItHasReadAhead() throws Exception {
        for (int i = 100; i < 200; i++) {
            insert(database, "m" + i, "tied", 1);
        }
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        database.fence("me");

        assertThat(outbox.claim(me, request(10, 10))).isEqualTo(Claimed.NOTHING);
        assertThat(database.value("SELECT count(*) FROM outbox_events WHERE status = 'PROCESSING'"))
                .isEqualTo("0");
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
    }

    @Test
    void aTakeoverWaitsForASettlementThatWaitsForARow() throws Exception {
        insert(database, "a", "a", 1);
        Claimed claimed = outbox.claim(me, request(1, 1));
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events FOR UPDATE");
            Future<Settled> settling = threads.submit(() -> outbox.settle(me, all(claimed, Verdict.COMPLETE)));
            awaitWaiting(1);
            Future<?> takeover = threads.submit(() -> {
                database.fence("me");
                return null;
            });
            awaitWaiting(2);
            database.run("UPDATE signalbox.nodes SET expires_at = now() + interval '1 hour'");
            assertThat(takeover.isDone()).isFalse();
            other.rollback();
            takeover.get();
            assertThat(settling.get().recorded()).containsExactly("a");
            assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("COMPLETED");
        }
    }

    @Test
    void aSettlementThatWaitsForATakeoverChangesNothing() throws Exception {
        insert(database, "a", "a", 1);
        Claimed claimed = outbox.claim(me, request(1, 1));
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            Future<Settled> settling = threads.submit(() -> outbox.settle(me, all(claimed, Verdict.COMPLETE)));
            awaitWaiting(1);
            other.commit();
            assertThat(settling.get()).isEqualTo(Settled.NOTHING);
        }
        assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
    }

    @Test
    void aClaimThatWaitsForATakeoverClaimsNothing() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "n", null, 1);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            Future<Claimed> claiming = threads.submit(() -> outbox.claim(me, request(10, 10)));
            awaitWaiting(1);
            other.commit();
            assertThat(claiming.get()).isEqualTo(Claimed.NOTHING);
        }
        assertThat(database.value("SELECT count(*) FROM outbox_events WHERE status = 'PENDING'"))
                .isEqualTo("2");
    }

    @Test
    void aLateCallOfAnEarlierIncarnationDoesNotDisturbTheNextOne() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        Claimed early = outbox.claim(me, request(1, 1));
        database.fence("me");
        Incarnation next = database.join("next");
        Claimed late = outbox.claim(next, request(1, 1));
        assertThat(outbox.settle(me, all(early, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(next, all(early, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(outbox.settle(next, all(late, Verdict.COMPLETE)).recorded()).hasSize(1);
    }

    private void awaitWaiting(int sessions) {
        await().untilAsserted(() -> assertThat(database.value("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'""")).isEqualTo(String.valueOf(sessions)));
    }
}

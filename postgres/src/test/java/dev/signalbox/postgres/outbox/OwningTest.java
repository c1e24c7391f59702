package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.Outboxes.RELAY;
import static dev.signalbox.postgres.outbox.Outboxes.all;
import static dev.signalbox.postgres.outbox.Outboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.Outboxes.ids;
import static dev.signalbox.postgres.outbox.Outboxes.insert;
import static dev.signalbox.postgres.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that are held without being marked. */
class OwningTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(Holding.OWN);
    private static final String SUSPECTS = "SELECT id, level, crashes, in_flight FROM signalbox.suspects ORDER BY id";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Database database;
    private PostgresOutbox outbox;
    private Incarnation me;

    @BeforeEach
    void open() throws Exception {
        database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        outbox = flowcatalyst(database, OWN);
        me = database.join("me");
    }

    @AfterEach
    void close() {
        threads.close();
    }

    private PostgresOutbox behind(Fence fence) {
        return new PostgresOutbox(
                OutboxLayout.flowcatalyst(), RELAY, fence, database.source("postgres")::getConnection, OWN);
    }

    @Test
    void claimingAndGivingBackWritesNoRow() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "n", null, 1);
        List<String> before = database.rows("SELECT xmin, xmax, * FROM outbox_events ORDER BY id");
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(ids(claimed)).containsExactlyInAnyOrder("a", "n");
        assertThat(database.value("SELECT incarnation, number < 0, cardinality(ids) FROM signalbox.claims"))
                .isEqualTo("me|t|2");
        assertThat(outbox.settle(me, all(claimed, Verdict.RELEASE)).recorded()).containsExactlyInAnyOrder("a", "n");
        assertThat(database.rows("SELECT xmin, xmax, * FROM outbox_events ORDER BY id"))
                .isEqualTo(before);
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
    }

    @Test
    void completedRowsAreDeletedIfAskedTo() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        PostgresOutbox deleting = flowcatalyst(database, OWN.with(Retention.deleteOnCompletion()));
        List<Message> held = deleting.claim(me, request(10, 10)).messages();
        assertThat(deleting.settle(
                                me,
                                List.of(
                                        new Settlement(held.get(0), Verdict.COMPLETE),
                                        new Settlement(held.get(1), new Verdict.Park("no"))))
                        .recorded())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(database.rows("SELECT id, status FROM outbox_events")).containsExactly("b|FAILED");
    }

    @Test
    void nobodyWaitsForTheDiskOfTheRecord() throws Exception {
        insert(database, "a", "a", 1);
        Fence real = database.fenceAs("postgres", true);
        List<String> durability = new ArrayList<>();
        PostgresOutbox watched = behind(new Fence() {
            @Override
            public boolean byLeaseRow() {
                return true;
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                return real.write(owner, connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("SET LOCAL synchronous_commit = on");
                        T result = work.run(connection);
                        try (ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
                            row.next();
                            durability.add(row.getString(1));
                        }
                        return result;
                    }
                });
            }
        });
        watched.settle(me, all(watched.claim(me, request(10, 10)), Verdict.COMPLETE));
        assertThat(durability).containsExactly("off", "on");
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
        List<String> before = database.rows("SELECT xmin, * FROM outbox_events");
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            statement.execute("SELECT 1 FROM outbox_events FOR UPDATE");
            Future<Settled> settling = threads.submit(() -> outbox.settle(me, all(claimed, Verdict.COMPLETE)));
            awaitWaiting(1);
            other.commit();
            assertThat(settling.get()).isEqualTo(Settled.NOTHING);
        }
        assertThat(database.rows("SELECT xmin, * FROM outbox_events")).isEqualTo(before);
    }

    @Test
    void aClaimThatWaitsForATakeoverClaimsNothing() throws Exception {
        insert(database, "a", "a", 1);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("DELETE FROM signalbox.nodes WHERE incarnation = 'me'");
            Future<Claimed> claiming = threads.submit(() -> outbox.claim(me, request(10, 10)));
            awaitWaiting(1);
            other.commit();
            assertThat(claiming.get()).isEqualTo(Claimed.NOTHING);
        }
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
    }

    @Test
    void aSettlementWhoseAnswerWasLostCountsOnce() throws Exception {
        insert(database, "a", "a", 1);
        AtomicBoolean losing = new AtomicBoolean();
        PostgresOutbox unlucky = behind(losingAnswers(losing));
        Claimed claimed = unlucky.claim(me, request(10, 10));
        List<Settlement> retry = all(claimed, new Verdict.RetryAt(0, "later"));
        losing.set(true);
        assertThatThrownBy(() -> unlucky.settle(me, retry)).isInstanceOf(SourceException.class);
        assertThat(unlucky.claim(me, request(10, 10)).messages()).isEmpty();
        assertThat(unlucky.settle(me, retry)).isEqualTo(Settled.NOTHING);
        assertThat(database.value("SELECT status, retry_count FROM outbox_events"))
                .isEqualTo("PENDING|1");
        Message again = unlucky.claim(me, request(10, 10)).messages().getFirst();
        assertThat(again.attempts()).isOne();
    }

    @Test
    void aClaimWhoseAnswerWasLostIsForgottenWithoutSuspicion() throws Exception {
        insert(database, "a", "a", 1);
        AtomicBoolean losing = new AtomicBoolean(true);
        PostgresOutbox unlucky = behind(losingAnswers(losing));
        assertThatThrownBy(() -> unlucky.claim(me, request(10, 10))).isInstanceOf(SourceException.class);
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("1");
        Claimed claimed = unlucky.claim(me, request(10, 10));
        assertThat(claimed.messages().getFirst().suspicion().isNone()).isTrue();
        unlucky.settle(me, all(claimed, Verdict.COMPLETE));
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
    }

    private Fence losingAnswers(AtomicBoolean losing) {
        Fence real = database.fenceAs("postgres", true);
        return new Fence() {
            @Override
            public boolean byLeaseRow() {
                return true;
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                T result = real.write(owner, work);
                if (losing.getAndSet(false)) {
                    throw new SQLException("connection lost", "08006");
                }
                return result;
            }
        };
    }

    @Test
    void whatSomebodyElseHasTakenFromADeadOwnerIsNoSuspect() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        flowcatalyst(database, OWN).claim(database.join("dead"), request(10, 10));
        database.fence("dead");
        assertThat(ids(outbox.claim(me, request(1, 1)))).containsExactly("a");
        assertThat(flowcatalyst(database, OutboxSettings.DEFAULTS).recover(database.join("other")))
                .isEqualTo(new Recovered(1, 0));
        assertThat(database.rows(SUSPECTS)).containsExactly("b|1|0|f");
        assertThat(database.rows("SELECT incarnation FROM signalbox.claims")).containsExactly("me");
    }

    @Test
    void suspectsWhoseRowIsFinishedAreForgotten() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        database.run("UPDATE outbox_events SET status = 'COMPLETED' WHERE id = 'a'");
        database.run("""
                INSERT INTO signalbox.suspects (relay, id, level)
                SELECT 'public.outbox_events', unnest('{a,b,gone}'::text[]), 1""");
        outbox.recover(me);
        assertThat(database.rows(SUSPECTS)).containsExactly("b|1|0|f");
    }

    @Test
    void whatWasMarkedBeforeStillBlocksItsGroupAndIsGivenBack() throws Exception {
        insert(database, "a1", "a", 1);
        insert(database, "a2", "a", 2);
        flowcatalyst(database, OutboxSettings.DEFAULTS).claim(database.join("dead"), request(1, 1));
        assertThat(outbox.claim(me, request(10, 10)).messages()).isEmpty();
        database.fence("dead");
        assertThat(outbox.recover(me)).isEqualTo(new Recovered(1, 0));
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(ids(claimed)).containsExactly("a1", "a2");
        assertThat(claimed.messages().getFirst().suspicion().isNone()).isFalse();
        assertThat(claimed.messages().getLast().suspicion().isNone()).isTrue();
    }

    @Test
    void withoutASchemaOfOurOwnRowsAreMarkedWithAWarning() throws Exception {
        insert(database, "a", "a", 1);
        PostgresOutbox plain = behind(database.fenceAs("postgres", false));
        assertThat(plain.check())
                .containsExactly(
                        "holding: 'own' needs Signalbox's own tables, which are not there: rows are marked instead");
        assertThat(ids(plain.claim(me, request(1, 1)))).containsExactly("a");
        assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
    }

    private void awaitWaiting(int sessions) {
        await().untilAsserted(() -> assertThat(database.value("""
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'""")).isEqualTo(String.valueOf(sessions)));
    }
}

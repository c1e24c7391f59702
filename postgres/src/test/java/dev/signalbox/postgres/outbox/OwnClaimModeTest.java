package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.RELAY;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Claims in claim mode {@code own}, which does not mark rows. */
class OwnClaimModeTest extends ClaimModeContract {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final String SUSPECTS = "SELECT id, level, crashes, in_flight FROM signalbox.suspects ORDER BY id";

    OwnClaimModeTest() {
        super(OWN);
    }

    private PostgresOutbox behind(Fence fence) {
        return new PostgresOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                RELAY,
                fence,
                outboxTestDatabase.source("postgres")::getConnection,
                OWN);
    }

    @Test
    void claimingAndGivingBackWritesNoRow() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "n", null, 1);
        List<String> before = outboxTestDatabase.rows("SELECT xmin, xmax, * FROM outbox_events ORDER BY id");
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(ids(claimResult)).containsExactlyInAnyOrder("a", "n");
        assertThat(outboxTestDatabase.value("SELECT incarnation, number < 0, cardinality(ids) FROM signalbox.claims"))
                .isEqualTo("me|t|2");
        assertThat(outbox.settle(me, all(claimResult, Verdict.RELEASE)).recorded())
                .containsExactlyInAnyOrder("a", "n");
        assertThat(outboxTestDatabase.rows("SELECT xmin, xmax, * FROM outbox_events ORDER BY id"))
                .isEqualTo(before);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    @Test
    void nobodyWaitsForTheDiskOfTheRecord() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        Fence real = outboxTestDatabase.fenceAs("postgres", true);
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
    void aSettlementWhoseAnswerWasLostCountsOnce() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        AtomicBoolean losing = new AtomicBoolean();
        PostgresOutbox unlucky = behind(losingAnswers(losing));
        ClaimResult claimResult = unlucky.claim(me, request(10, 10));
        List<Settlement> retry = all(claimResult, new Verdict.RetryAt(0, "later"));
        losing.set(true);
        assertThatThrownBy(() -> unlucky.settle(me, retry)).isInstanceOf(SourceException.class);
        assertThat(unlucky.claim(me, request(10, 10)).messages()).isEmpty();
        assertThat(unlucky.settle(me, retry)).isEqualTo(SettleResult.NOTHING);
        assertThat(outboxTestDatabase.value("SELECT status, retry_count FROM outbox_events"))
                .isEqualTo("PENDING|1");
        Message again = unlucky.claim(me, request(10, 10)).messages().getFirst();
        assertThat(again.attempts()).isOne();
    }

    @Test
    void aClaimWhoseAnswerWasLostIsForgottenWithoutSuspicion() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        AtomicBoolean losing = new AtomicBoolean(true);
        PostgresOutbox unlucky = behind(losingAnswers(losing));
        assertThatThrownBy(() -> unlucky.claim(me, request(10, 10))).isInstanceOf(SourceException.class);
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("1");
        ClaimResult claimResult = unlucky.claim(me, request(10, 10));
        assertThat(claimResult.messages().getFirst().suspicion().isNone()).isTrue();
        unlucky.settle(me, all(claimResult, Verdict.COMPLETE));
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }

    private Fence losingAnswers(AtomicBoolean losing) {
        Fence real = outboxTestDatabase.fenceAs("postgres", true);
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
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        flowcatalyst(outboxTestDatabase, OWN).claim(outboxTestDatabase.join("dead"), request(10, 10));
        outboxTestDatabase.fence("dead");
        assertThat(ids(outbox.claim(me, request(1, 1)))).containsExactly("a");
        assertThat(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS).recover(outboxTestDatabase.join("other")))
                .isEqualTo(new RecoveryResult(1, 0, false));
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("b|1|0|f");
        assertThat(outboxTestDatabase.rows("SELECT incarnation FROM signalbox.claims"))
                .containsExactly("me");
    }

    @Test
    void suspectsWhoseRowIsFinishedAreForgotten() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        outboxTestDatabase.run("UPDATE outbox_events SET status = 'COMPLETED' WHERE id = 'a'");
        outboxTestDatabase.run("""
                INSERT INTO signalbox.suspects (relay, id, level)
                SELECT 'public.outbox_events', unnest('{a,b,gone}'::text[]), 1""");
        outbox.recover(me);
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("b|1|0|f");
    }

    @Test
    void whatWasMarkedBeforeStillBlocksItsGroupAndIsGivenBack() throws Exception {
        insert(outboxTestDatabase, "a1", "a", 1);
        insert(outboxTestDatabase, "a2", "a", 2);
        flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS).claim(outboxTestDatabase.join("dead"), request(1, 1));
        assertThat(outbox.claim(me, request(10, 10)).messages()).isEmpty();
        outboxTestDatabase.fence("dead");
        assertThat(outbox.recover(me)).isEqualTo(new RecoveryResult(1, 0, false));
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(ids(claimResult)).containsExactly("a1", "a2");
        assertThat(claimResult.messages().getFirst().suspicion().isNone()).isFalse();
        assertThat(claimResult.messages().getLast().suspicion().isNone()).isTrue();
    }

    @Test
    void withoutASchemaOfOurOwnRowsAreMarkedWithAWarning() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        PostgresOutbox plain = behind(outboxTestDatabase.fenceAs("postgres", false));
        assertThat(plain.check())
                .containsExactly(
                        "holding: 'own' needs Signalbox's own tables, which are not there: rows are marked instead");
        assertThat(ids(plain.claim(me, request(1, 1)))).containsExactly("a");
        assertThat(outboxTestDatabase.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
    }
}

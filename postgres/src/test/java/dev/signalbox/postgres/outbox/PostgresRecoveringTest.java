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
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresRecoveringTest {
    private static final String SUSPECTS = "SELECT id, level, crashes, in_flight FROM signalbox.suspects ORDER BY id";

    private OutboxTestDatabase outboxTestDatabase;
    private PostgresOutbox outbox;
    private Incarnation me;

    @BeforeEach
    void open() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outbox = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        me = outboxTestDatabase.join("me");
    }

    /** Another process claims everything, optionally marks suspects as in flight, and dies. */
    private ClaimResult dies(String incarnation, List<String> inFlight) throws Exception {
        PostgresOutbox other = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        Incarnation owner = outboxTestDatabase.join(incarnation);
        other.recover(owner);
        ClaimResult claimResult = other.claim(owner, request(100, 100));
        assertThat(other.markInFlight(owner, inFlight)).isTrue();
        outboxTestDatabase.fence(incarnation);
        return claimResult;
    }

    private Suspicion suspicion(ClaimResult claimResult, String id) {
        return claimResult.messages().stream()
                .filter(message -> message.id().equals(id))
                .findFirst()
                .orElseThrow()
                .suspicion();
    }

    @Test
    void whatAFencedOwnerHeldIsGivenBackAtOnceAndMarked() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        dies("first", List.of());
        assertThat(outbox.recover(me)).isEqualTo(new RecoveryResult(1, 0, false));
        assertThat(outboxTestDatabase.value("SELECT status, retry_count, processed_at FROM outbox_events"))
                .isEqualTo("PENDING|0|null");
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(suspicion(claimResult, "a")).isEqualTo(Suspicion.MARKED);
    }

    @Test
    void onlyACrashWhileAloneInFlightIsCounted() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        dies("first", List.of());
        dies("second", List.of("a"));
        outbox.recover(me);
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("a|2|0|f", "b|1|0|f");
        dies("third", List.of("a"));
        outbox.recover(me);
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("a|2|1|f", "b|1|0|f");
        assertThat(outboxTestDatabase.rows("SELECT id, retry_count FROM outbox_events ORDER BY id"))
                .containsExactly("a|1", "b|0");
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(suspicion(claimResult, "a")).isEqualTo(Suspicion.suspect(1, 1));
    }

    @Test
    void whatANodeOfTheVersionBeforeRecordedIsRecent() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        dies("first", List.of());
        outbox.recover(me);
        outboxTestDatabase.run("UPDATE signalbox.suspects SET ended_at = NULL");
        dies("second", List.of("a", "b"));
        outbox.recover(me);
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("a|2|0|f", "b|2|0|f");
    }

    @Test
    void whatEndedWithItsServerWasNotInFlightAtAnUncleanEnd() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        dies("first", List.of());
        outboxTestDatabase.run("UPDATE signalbox.claims SET incarnation = 'first@another server'");
        outbox.recover(me);
        assertThat(outboxTestDatabase.rows(SUSPECTS)).isEmpty();
    }

    @Test
    void aSettledSuspectIsClearedAndAReleasedOneIsNoLongerInFlight() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        dies("first", List.of());
        outbox.recover(me);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        outbox.markInFlight(me, List.of("a", "b"));
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("a|1|0|t", "b|1|0|t");
        outbox.settle(me, all(claimResult, Verdict.COMPLETE).subList(0, 1));
        outbox.settle(me, all(claimResult, Verdict.RELEASE).subList(1, 2));
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("b|1|0|f");
        assertThat(suspicion(outbox.claim(me, request(10, 10)), "b")).isEqualTo(Suspicion.MARKED);
    }

    @Test
    void whatTheDeadOwnerHadSettledIsNoSuspect() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        PostgresOutbox other = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        Incarnation owner = outboxTestDatabase.join("first");
        other.settle(
                owner,
                all(other.claim(owner, request(10, 10)), Verdict.COMPLETE).subList(0, 1));
        outboxTestDatabase.fence("first");
        assertThat(outbox.recover(me)).isEqualTo(new RecoveryResult(1, 0, false));
        assertThat(outboxTestDatabase.rows(SUSPECTS)).containsExactly("b|1|0|f");
        assertThat(outboxTestDatabase.rows("SELECT id, status FROM outbox_events ORDER BY id"))
                .containsExactly("a|COMPLETED", "b|PENDING");
    }

    @Test
    void aLiveOwnersRowsAreLeftAloneHoweverOld() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        PostgresOutbox other = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        other.claim(outboxTestDatabase.join("other"), request(10, 10));
        outboxTestDatabase.run("UPDATE outbox_events SET processed_at = processed_at - interval '1 hour'");
        outboxTestDatabase.run("UPDATE signalbox.claims SET claimed_at = claimed_at - interval '1 hour'");
        assertThat(outbox.recover(me)).isEqualTo(RecoveryResult.NOTHING);
    }

    @Test
    void rowsThatNobodyOfUsClaimedWaitForTheTimeOut() throws Exception {
        insert(outboxTestDatabase, "fresh", "a", 1);
        insert(outboxTestDatabase, "old", "b", 1);
        insert(outboxTestDatabase, "unknown", "c", 1);
        outboxTestDatabase.run("""
                UPDATE outbox_events SET status = 'PROCESSING', processed_at = CASE id
                    WHEN 'fresh' THEN now() AT TIME ZONE 'UTC' - interval '299 s'
                    WHEN 'old' THEN now() AT TIME ZONE 'UTC' - interval '301 s' END""");
        assertThat(outbox.recover(me)).isEqualTo(new RecoveryResult(0, 1, false));
        assertThat(outboxTestDatabase.rows("SELECT id, status, processed_at IS NULL FROM outbox_events ORDER BY id"))
                .containsExactly("fresh|PROCESSING|f", "old|PENDING|t", "unknown|PROCESSING|f");
        assertThat(outboxTestDatabase.rows(SUSPECTS)).isEmpty();
    }

    @Test
    void withoutASchemaOfOurOwnWhatThisProcessHoldsIsNotTakenFromIt() throws Exception {
        outboxTestDatabase.run("DROP SCHEMA signalbox CASCADE");
        insert(outboxTestDatabase, "a", "a", 1);
        insert(outboxTestDatabase, "b", "b", 1);
        PostgresOutbox plain = new PostgresOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                RELAY,
                outboxTestDatabase.fenceAs("postgres", false),
                outboxTestDatabase.source("postgres")::getConnection,
                OutboxSettings.DEFAULTS);
        ClaimResult claimResult = plain.claim(me, request(1, 1));
        outboxTestDatabase.run(
                "UPDATE outbox_events SET status = 'PROCESSING', processed_at = '2024-01-01' WHERE status = 'PENDING'");
        outboxTestDatabase.run("UPDATE outbox_events SET processed_at = '2024-01-01'");
        assertThat(plain.recover(me)).isEqualTo(new RecoveryResult(0, 1, false));
        assertThat(plain.markInFlight(me, List.of("a"))).isTrue();
        assertThat(ids(plain.claim(me, request(10, 10)))).hasSize(1).doesNotContainAnyElementsOf(ids(claimResult));
    }

    @Test
    void aClaimWhoseAnswerWasLostIsGivenBackWithoutSuspicion() throws Exception {
        insert(outboxTestDatabase, "a", "a", 1);
        AtomicBoolean losing = new AtomicBoolean(true);
        Fence real = outboxTestDatabase.fenceAs("postgres", true);
        Fence lossy = new Fence() {
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
        PostgresOutbox unlucky = new PostgresOutbox(
                OutboxLayouts.FLOWCATALYST.layout(),
                RELAY,
                lossy,
                outboxTestDatabase.source("postgres")::getConnection,
                OutboxSettings.DEFAULTS);
        assertThatThrownBy(() -> unlucky.claim(me, request(10, 10)))
                .isInstanceOf(SourceException.class)
                .hasMessage("could not claim rows of outbox table outbox_events: connection lost");
        assertThat(outboxTestDatabase.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
        ClaimResult claimResult = unlucky.claim(me, request(10, 10));
        assertThat(suspicion(claimResult, "a")).isEqualTo(Suspicion.NONE);
        unlucky.settle(me, all(claimResult, Verdict.COMPLETE));
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM signalbox.claims"))
                .isEqualTo("0");
    }
}

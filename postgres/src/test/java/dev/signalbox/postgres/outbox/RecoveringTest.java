package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.Outboxes.RELAY;
import static dev.signalbox.postgres.outbox.Outboxes.all;
import static dev.signalbox.postgres.outbox.Outboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.Outboxes.ids;
import static dev.signalbox.postgres.outbox.Outboxes.insert;
import static dev.signalbox.postgres.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.message.Suspicion.Level;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecoveringTest {
    private static final String SUSPECTS = "SELECT id, level, crashes, in_flight FROM signalbox.suspects ORDER BY id";

    private Database database;
    private PostgresOutbox outbox;
    private Incarnation me;

    @BeforeEach
    void open() throws Exception {
        database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
        me = database.join("me");
    }

    /** Another process claims everything, perhaps marks suspects in flight, and dies. */
    private Claimed dies(String incarnation, List<String> inFlight) throws Exception {
        PostgresOutbox other = flowcatalyst(database, OutboxSettings.DEFAULTS);
        Incarnation owner = database.join(incarnation);
        other.recover(owner);
        Claimed claimed = other.claim(owner, request(100, 100));
        assertThat(other.markInFlight(owner, inFlight)).isTrue();
        database.fence(incarnation);
        return claimed;
    }

    private Suspicion suspicion(Claimed claimed, String id) {
        return claimed.messages().stream()
                .filter(message -> message.id().equals(id))
                .findFirst()
                .orElseThrow()
                .suspicion();
    }

    @Test
    void whatAFencedOwnerHeldIsGivenBackAtOnceAndSuspect() throws Exception {
        insert(database, "a", "a", 1);
        dies("first", List.of());
        assertThat(outbox.recover(me)).isEqualTo(new Recovered(1, 0));
        assertThat(database.value("SELECT status, retry_count, processed_at FROM outbox_events"))
                .isEqualTo("PENDING|0|null");
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(suspicion(claimed, "a")).isEqualTo(new Suspicion(Level.HELD, 0));
    }

    @Test
    void onlyACrashWhileAloneInFlightIsCounted() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        dies("first", List.of());
        dies("second", List.of("a"));
        outbox.recover(me);
        assertThat(database.rows(SUSPECTS)).containsExactly("a|2|0|f", "b|1|0|f");
        dies("third", List.of("a"));
        outbox.recover(me);
        assertThat(database.rows(SUSPECTS)).containsExactly("a|2|1|f", "b|1|0|f");
        assertThat(database.rows("SELECT id, retry_count FROM outbox_events ORDER BY id"))
                .containsExactly("a|1", "b|0");
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(suspicion(claimed, "a")).isEqualTo(new Suspicion(Level.IN_FLIGHT, 1));
    }

    @Test
    void aSettledSuspectIsClearedAndAReleasedOneIsNoLongerInFlight() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        dies("first", List.of());
        outbox.recover(me);
        Claimed claimed = outbox.claim(me, request(10, 10));
        outbox.markInFlight(me, List.of("a", "b"));
        assertThat(database.rows(SUSPECTS)).containsExactly("a|1|0|t", "b|1|0|t");
        outbox.settle(me, all(claimed, Verdict.COMPLETE).subList(0, 1));
        outbox.settle(me, all(claimed, Verdict.RELEASE).subList(1, 2));
        assertThat(database.rows(SUSPECTS)).containsExactly("b|1|0|f");
        assertThat(suspicion(outbox.claim(me, request(10, 10)), "b")).isEqualTo(new Suspicion(Level.HELD, 0));
    }

    @Test
    void whatTheDeadOwnerHadSettledIsNoSuspect() throws Exception {
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        PostgresOutbox other = flowcatalyst(database, OutboxSettings.DEFAULTS);
        Incarnation owner = database.join("first");
        other.settle(
                owner,
                all(other.claim(owner, request(10, 10)), Verdict.COMPLETE).subList(0, 1));
        database.fence("first");
        assertThat(outbox.recover(me)).isEqualTo(new Recovered(1, 0));
        assertThat(database.rows(SUSPECTS)).containsExactly("b|1|0|f");
        assertThat(database.rows("SELECT id, status FROM outbox_events ORDER BY id"))
                .containsExactly("a|COMPLETED", "b|PENDING");
    }

    @Test
    void aLiveOwnersRowsAreLeftAloneHoweverOld() throws Exception {
        insert(database, "a", "a", 1);
        PostgresOutbox other = flowcatalyst(database, OutboxSettings.DEFAULTS);
        other.claim(database.join("other"), request(10, 10));
        database.run("UPDATE outbox_events SET processed_at = processed_at - interval '1 hour'");
        database.run("UPDATE signalbox.claims SET claimed_at = claimed_at - interval '1 hour'");
        assertThat(outbox.recover(me)).isEqualTo(Recovered.NOTHING);
    }

    @Test
    void rowsThatNobodyOfUsClaimedWaitForTheTimeOut() throws Exception {
        insert(database, "fresh", "a", 1);
        insert(database, "old", "b", 1);
        insert(database, "unknown", "c", 1);
        database.run("""
                UPDATE outbox_events SET status = 'PROCESSING', processed_at = CASE id
                    WHEN 'fresh' THEN now() AT TIME ZONE 'UTC' - interval '299 s'
                    WHEN 'old' THEN now() AT TIME ZONE 'UTC' - interval '301 s' END""");
        assertThat(outbox.recover(me)).isEqualTo(new Recovered(0, 1));
        assertThat(database.rows("SELECT id, status, processed_at IS NULL FROM outbox_events ORDER BY id"))
                .containsExactly("fresh|PROCESSING|f", "old|PENDING|t", "unknown|PROCESSING|f");
        assertThat(database.rows(SUSPECTS)).isEmpty();
    }

    @Test
    void withoutASchemaOfOurOwnWhatThisProcessHoldsIsNotTakenFromIt() throws Exception {
        database.run("DROP SCHEMA signalbox CASCADE");
        insert(database, "a", "a", 1);
        insert(database, "b", "b", 1);
        PostgresOutbox plain = new PostgresOutbox(
                OutboxLayout.flowcatalyst(),
                RELAY,
                database.fenceAs("postgres", false),
                database.source("postgres")::getConnection,
                OutboxSettings.DEFAULTS);
        Claimed claimed = plain.claim(me, request(1, 1));
        database.run(
                "UPDATE outbox_events SET status = 'PROCESSING', processed_at = '2024-01-01' WHERE status = 'PENDING'");
        database.run("UPDATE outbox_events SET processed_at = '2024-01-01'");
        assertThat(plain.recover(me)).isEqualTo(new Recovered(0, 1));
        assertThat(plain.markInFlight(me, List.of("a"))).isTrue();
        assertThat(ids(plain.claim(me, request(10, 10)))).hasSize(1).doesNotContainAnyElementsOf(ids(claimed));
    }

    @Test
    void aClaimWhoseAnswerWasLostIsGivenBackWithoutSuspicion() throws Exception {
        insert(database, "a", "a", 1);
        AtomicBoolean losing = new AtomicBoolean(true);
        Fence real = database.fenceAs("postgres", true);
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
                OutboxLayout.flowcatalyst(),
                RELAY,
                lossy,
                database.source("postgres")::getConnection,
                OutboxSettings.DEFAULTS);
        assertThatThrownBy(() -> unlucky.claim(me, request(10, 10)))
                .isInstanceOf(SourceException.class)
                .hasMessage("could not claim rows of outbox table outbox_events: connection lost");
        assertThat(database.value("SELECT status FROM outbox_events")).isEqualTo("PROCESSING");
        Claimed claimed = unlucky.claim(me, request(10, 10));
        assertThat(suspicion(claimed, "a")).isEqualTo(Suspicion.NONE);
        unlucky.settle(me, all(claimed, Verdict.COMPLETE));
        assertThat(database.value("SELECT count(*) FROM signalbox.claims")).isEqualTo("0");
    }
}

package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.ProcessedEvents.Guarantee;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The event outbox producer's tables as its documentation defines them. */
@SuppressWarnings("NullAway.Init") // set before each test
class PostgresEventOutboxTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final TableName EVENTS = new TableName(null, "eventoutbox");
    private static final TableName NOTES = new TableName(null, "processedevent");
    private static final String EVENT = "SELECT status, published_at IS NOT NULL FROM eventoutbox WHERE event_id = ";
    private static final String NOTE = "SELECT status FROM processedevent WHERE event_id = ";

    private OutboxTestDatabase outboxTestDatabase;
    private Incarnation me;

    @BeforeEach
    void create() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("event-outbox.sql"));
        me = outboxTestDatabase.join("me");
    }

    private static OutboxLayout layout(Guarantee guarantee) {
        return OutboxLayouts.EVENT_OUTBOX.layout(EVENTS).noting(new ProcessedEvents(NOTES, guarantee));
    }

    private PostgresOutbox outbox(Guarantee guarantee) {
        return PostgresTestOutboxes.of(outboxTestDatabase, layout(guarantee), OWN);
    }

    private void insert(String id, int aggregate) throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO eventoutbox (event_id, event_type, aggregate_type, aggregate_id, payload)
                VALUES ('%s', 'ORDER_CREATED', 'RESTAURANT', %d, '{"n": 1}')""".formatted(id, aggregate));
    }

    private String event(String id) throws Exception {
        return outboxTestDatabase.value(EVENT + "'" + id + "'");
    }

    private String note(String id) throws Exception {
        return outboxTestDatabase.value(NOTE + "'" + id + "'");
    }

    private int notes() throws Exception {
        return Integer.parseInt(outboxTestDatabase.value("SELECT count(*) FROM processedevent"));
    }

    @Test
    void anEventIsNotedBeforeAndAfterItIsPublished() throws Exception {
        insert("e1", 5);
        PostgresOutbox outbox = outbox(Guarantee.AT_LEAST_ONCE);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(claimResult.messages()).singleElement().satisfies(message -> {
            assertThat(message.group()).isEqualTo("5");
            assertThat(message.type()).isEqualTo("ORDER_CREATED");
            assertThat(message.headers()).isEqualTo(Map.of("aggregateType", "RESTAURANT"));
        });
        assertThat(event("e1")).isEqualTo("PENDING|f");
        assertThat(note("e1")).isEqualTo("PROCESSING");
        outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        assertThat(event("e1")).isEqualTo("PROCESSED|t");
        assertThat(note("e1")).isEqualTo("SUCCESS");
        assertThat(outboxTestDatabase.value("SELECT created_at <= updated_at FROM processedevent"))
                .isEqualTo("t");
        assertThat(ids(outbox.claim(me, request(10, 10)))).isEmpty();
    }

    @Test
    void groupsAreNumbersAndGoInTheOrderOfTheirTimes() throws Exception {
        for (int i = 0; i < 12; i++) {
            insert("e" + i, i % 3 == 0 ? 100 : 9);
        }
        PostgresOutbox outbox = outbox(Guarantee.AT_LEAST_ONCE);
        assertThat(ids(outbox.claim(me, request(100, 4))))
                .containsExactly("e1", "e2", "e4", "e5", "e0", "e3", "e6", "e9");
    }

    @ParameterizedTest
    @EnumSource(Guarantee.class)
    void whatFailsAndWhatIsGivenBackHasNoNote(Guarantee guarantee) throws Exception {
        insert("e1", 1);
        insert("e2", 2);
        PostgresOutbox outbox = outbox(guarantee);
        outbox.settle(me, all(sent(outbox), new Verdict.RetryAt(1, "later")));
        assertThat(notes()).isZero();
        ClaimResult again = sent(outbox);
        assertThat(again.messages()).extracting(Message::attempts).containsOnly(1);
        assertThat(notes()).isEqualTo(2);
        outbox.settle(me, all(again, Verdict.RELEASE));
        assertThat(notes()).isZero();
        assertThat(event("e1")).isEqualTo("PENDING|f");
        outbox.settle(me, all(sent(outbox), new Verdict.Park("no queue")));
        assertThat(event("e1")).isEqualTo("FAILED|f");
        assertThat(note("e1")).isEqualTo("FAILED");
        assertThat(outboxTestDatabase.value("SELECT error FROM signalbox.failures WHERE id = 'e1'"))
                .isEqualTo("no queue");
    }

    /** Claims everything, and announces it as about to be sent. */
    private ClaimResult sent(PostgresOutbox outbox) throws SourceException {
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(claimResult.messages()).isNotEmpty();
        assertThat(outbox.markInFlight(me, ids(claimResult))).isTrue();
        return claimResult;
    }

    @ParameterizedTest
    @EnumSource(Guarantee.class)
    void whatIsNotedAsPublishedIsDoneWithoutBeingPublished(Guarantee guarantee) throws Exception {
        insert("e1", 1);
        insert("e2", 1);
        outboxTestDatabase.run("INSERT INTO processedevent VALUES ('e1', 'SUCCESS', now(), now())");
        PostgresOutbox outbox = outbox(guarantee);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(ids(claimResult)).containsExactly("e2");
        assertThat(claimResult.passedOver()).isEqualTo(new SkippedMessages(1, 0));
        assertThat(event("e1")).isEqualTo("PROCESSED|t");
    }

    @ParameterizedTest
    @EnumSource(Guarantee.class)
    void whatIsPublishedAfterItWasReadIsNotPublishedAgain(Guarantee guarantee) throws Exception {
        insert("e1", 1);
        insert("e2", 1);
        var fence = new PrecededFence(outboxTestDatabase.fenceAs("postgres", true), """
                UPDATE eventoutbox SET status = 'PROCESSED', published_at = now() WHERE event_id = 'e1';
                INSERT INTO processedevent VALUES ('e1', 'SUCCESS', now(), now()) ON CONFLICT DO NOTHING""");
        var outbox = new PostgresOutbox(
                layout(guarantee),
                PostgresTestOutboxes.RELAY,
                fence,
                outboxTestDatabase.source("postgres")::getConnection,
                OWN);
        List<String> claimed = new ArrayList<>(ids(outbox.claim(me, request(10, 10))));
        assertThat(fence.preceded).isTrue();
        claimed.addAll(ids(outbox.claim(me, request(10, 10))));
        assertThat(claimed).containsExactly("e2");
    }

    /** Another process writes before its first write. */
    private final class PrecededFence implements Fence {
        private final Fence real;
        private final String before;
        private boolean preceded;

        PrecededFence(Fence real, String before) {
            this.real = real;
            this.before = before;
        }

        @Override
        public boolean byLeaseRow() {
            return real.byLeaseRow();
        }

        @Override
        public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
            if (!preceded) {
                preceded = true;
                outboxTestDatabase.run(before);
            }
            return real.write(owner, work);
        }
    }

    @Test
    void aCrashBetweenNoteAndSettlementPublishesAgain() throws Exception {
        insert("e1", 1);
        PostgresOutbox before = outbox(Guarantee.AT_LEAST_ONCE);
        assertThat(ids(before.claim(me, request(10, 10)))).containsExactly("e1");
        Incarnation heir = crash();
        PostgresOutbox after = outbox(Guarantee.AT_LEAST_ONCE);
        assertThat(after.recover(heir).total()).isEqualTo(1);
        ClaimResult again = after.claim(heir, request(10, 10));
        assertThat(ids(again)).containsExactly("e1");
        after.settle(heir, all(again, Verdict.COMPLETE));
        assertThat(note("e1")).isEqualTo("SUCCESS");
    }

    @Test
    void atMostOnceGivesUpWhatMayHaveBeenPublished() throws Exception {
        insert("e1", 1);
        insert("e2", 2);
        PostgresOutbox before = outbox(Guarantee.AT_MOST_ONCE);
        assertThat(ids(before.claim(me, request(10, 10)))).containsExactly("e1", "e2");
        assertThat(notes()).isZero();
        assertThat(before.markInFlight(me, List.of("e1"))).isTrue();
        assertThat(note("e1")).isEqualTo("PROCESSING");
        Incarnation heir = crash();
        PostgresOutbox after = outbox(Guarantee.AT_MOST_ONCE);
        after.recover(heir);
        ClaimResult rest = after.claim(heir, request(10, 10));
        assertThat(ids(rest)).containsExactly("e2");
        assertThat(rest.passedOver()).isEqualTo(new SkippedMessages(0, 1));
        assertThat(event("e1")).isEqualTo("FAILED|f");
        assertThat(note("e1")).isEqualTo("FAILED");
        assertThat(outboxTestDatabase.value("SELECT error FROM signalbox.failures WHERE id = 'e1'"))
                .contains("may have been");
    }

    @Test
    void aFencedOwnerNotesNothing() throws Exception {
        insert("e1", 1);
        PostgresOutbox outbox = outbox(Guarantee.AT_MOST_ONCE);
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        crash();
        assertThat(outbox.markInFlight(me, ids(claimResult))).isFalse();
        assertThat(ids(outbox(Guarantee.AT_LEAST_ONCE).claim(me, request(10, 10))))
                .isEmpty();
        assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                .isEmpty();
        assertThat(notes()).isZero();
    }

    private Incarnation crash() throws Exception {
        outboxTestDatabase.run("DELETE FROM signalbox.nodes WHERE incarnation = '" + me.value() + "'");
        return outboxTestDatabase.join("heir");
    }

    @Test
    void withoutNotesTheOtherTableIsNotNeeded() throws Exception {
        outboxTestDatabase.run("DROP TABLE processedevent");
        insert("e1", 1);
        PostgresOutbox outbox =
                PostgresTestOutboxes.of(outboxTestDatabase, OutboxLayouts.EVENT_OUTBOX.layout(EVENTS), OWN);
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        assertThat(event("e1")).isEqualTo("PROCESSED|t");
        assertThatThrownBy(() -> outbox(Guarantee.AT_LEAST_ONCE).check()).hasMessageContaining("processedevent");
    }

    @Test
    void rowsOutsideThePeriodStay() throws Exception {
        for (String day : new String[] {"2024-01-01", "2024-01-02", "2024-01-03"}) {
            insert(day, 1);
            outboxTestDatabase.run("UPDATE eventoutbox SET created_at = '" + day + "' WHERE event_id = '" + day + "'");
        }
        insert("today", 1);
        OutboxLayout all = layout(Guarantee.AT_LEAST_ONCE);
        var january =
                new CreationPeriod(Instant.parse("2024-01-02T00:00:00Z"), Instant.parse("2024-01-03T00:00:00Z"), null);
        assertThat(ids(PostgresTestOutboxes.of(outboxTestDatabase, all.with(january), OWN)
                        .claim(me, request(10, 10))))
                .containsExactly("2024-01-02");
        var young = new CreationPeriod(null, null, Duration.ofDays(1));
        assertThat(ids(PostgresTestOutboxes.of(outboxTestDatabase, all.with(young), OWN)
                        .claim(outboxTestDatabase.join("other"), request(10, 10))))
                .containsExactly("today");
    }

    @Test
    void oldEventsGoWithTheirNotes() throws Exception {
        insert("e1", 1);
        insert("e2", 2);
        PostgresOutbox outbox = PostgresTestOutboxes.of(
                outboxTestDatabase,
                layout(Guarantee.AT_LEAST_ONCE),
                OWN.with(new Retention.DeleteAfter(Duration.ofDays(1))));
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        outboxTestDatabase.run(
                "UPDATE eventoutbox SET created_at = '2024-01-01', published_at = '2024-01-01' WHERE event_id = 'e1'");
        while (outbox.sweep(me).more()) {}
        outbox.sweep(me);
        assertThat(outboxTestDatabase.value("SELECT string_agg(event_id, ',') FROM eventoutbox"))
                .isEqualTo("e2");
        assertThat(outboxTestDatabase.value("SELECT string_agg(event_id, ',') FROM processedevent"))
                .isEqualTo("e2");
    }

    @Test
    void whatIsDeletedOnCompletionLeavesNoNote() throws Exception {
        insert("e1", 1);
        PostgresOutbox outbox = PostgresTestOutboxes.of(
                outboxTestDatabase, layout(Guarantee.AT_LEAST_ONCE), OWN.with(new Retention.DeleteOnCompletion()));
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        assertThat(outboxTestDatabase.value("SELECT count(*) FROM eventoutbox")).isEqualTo("0");
        assertThat(notes()).isZero();
    }

    @Test
    void saysAllThatIsWrongWithTheTables() throws Exception {
        outboxTestDatabase.run(
                "ALTER TABLE processedevent DROP COLUMN updated_at; ALTER TABLE processedevent DROP CONSTRAINT processedevent_pkey");
        assertThatThrownBy(() -> outbox(Guarantee.AT_LEAST_ONCE).check())
                .hasMessageContaining("column updated_at of processedevent does not exist")
                .hasMessageContaining("no unique index on (event_id)");
        assertThatThrownBy(() -> PostgresTestOutboxes.of(
                                outboxTestDatabase, layout(Guarantee.AT_LEAST_ONCE), OutboxSettings.DEFAULTS)
                        .check())
                .hasMessageContaining("held by ownership");
    }
}

package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.Outboxes.all;
import static dev.signalbox.postgres.outbox.Outboxes.ids;
import static dev.signalbox.postgres.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.PassedOver;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Period;
import dev.signalbox.jdbc.PublishedNotes;
import dev.signalbox.jdbc.PublishedNotes.Mode;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.OutboxSettings;
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

/** The event outbox producer's tables as its document has them. */
@SuppressWarnings("NullAway.Init") // set before each test
class EventOutboxTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(Holding.OWN);
    private static final TableName EVENTS = new TableName(null, "eventoutbox");
    private static final TableName NOTES = new TableName(null, "processedevent");
    private static final String EVENT = "SELECT status, published_at IS NOT NULL FROM eventoutbox WHERE event_id = ";
    private static final String NOTE = "SELECT status FROM processedevent WHERE event_id = ";

    private Database database;
    private Incarnation me;

    @BeforeEach
    void create() throws Exception {
        database = Database.create();
        database.run(Database.resource("event-outbox.sql"));
        me = database.join("me");
    }

    private static OutboxLayout layout(Mode mode) {
        return OutboxLayout.eventOutbox(EVENTS, new PublishedNotes(NOTES, mode));
    }

    private PostgresOutbox outbox(Mode mode) {
        return Outboxes.of(database, layout(mode), OWN);
    }

    private void insert(String id, int aggregate) throws Exception {
        database.run("""
                INSERT INTO eventoutbox (event_id, event_type, aggregate_type, aggregate_id, payload)
                VALUES ('%s', 'ORDER_CREATED', 'RESTAURANT', %d, '{"n": 1}')""".formatted(id, aggregate));
    }

    private String event(String id) throws Exception {
        return database.value(EVENT + "'" + id + "'");
    }

    private String note(String id) throws Exception {
        return database.value(NOTE + "'" + id + "'");
    }

    private int notes() throws Exception {
        return Integer.parseInt(database.value("SELECT count(*) FROM processedevent"));
    }

    @Test
    void anEventIsNotedBeforeAndAfterItIsPublished() throws Exception {
        insert("e1", 5);
        PostgresOutbox outbox = outbox(Mode.AT_LEAST_ONCE);
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(claimed.messages()).singleElement().satisfies(message -> {
            assertThat(message.group()).isEqualTo("5");
            assertThat(message.type()).isEqualTo("ORDER_CREATED");
            assertThat(message.headers()).isEqualTo(Map.of("aggregateType", "RESTAURANT"));
        });
        assertThat(event("e1")).isEqualTo("PENDING|f");
        assertThat(note("e1")).isEqualTo("PROCESSING");
        outbox.settle(me, all(claimed, Verdict.COMPLETE));
        assertThat(event("e1")).isEqualTo("PROCESSED|t");
        assertThat(note("e1")).isEqualTo("SUCCESS");
        assertThat(database.value("SELECT created_at <= updated_at FROM processedevent"))
                .isEqualTo("t");
        assertThat(ids(outbox.claim(me, request(10, 10)))).isEmpty();
    }

    @Test
    void groupsAreNumbersAndGoInTheOrderOfTheirTimes() throws Exception {
        for (int i = 0; i < 12; i++) {
            insert("e" + i, i % 3 == 0 ? 100 : 9);
        }
        PostgresOutbox outbox = outbox(Mode.AT_LEAST_ONCE);
        assertThat(ids(outbox.claim(me, request(100, 4))))
                .containsExactly("e1", "e2", "e4", "e5", "e0", "e3", "e6", "e9");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatFailsAndWhatIsGivenBackHasNoNote(Mode mode) throws Exception {
        insert("e1", 1);
        insert("e2", 2);
        PostgresOutbox outbox = outbox(mode);
        outbox.settle(me, all(sent(outbox), new Verdict.RetryAt(1, "later")));
        assertThat(notes()).isZero();
        Claimed again = sent(outbox);
        assertThat(again.messages()).extracting(Message::attempts).containsOnly(1);
        assertThat(notes()).isEqualTo(2);
        outbox.settle(me, all(again, Verdict.RELEASE));
        assertThat(notes()).isZero();
        assertThat(event("e1")).isEqualTo("PENDING|f");
        outbox.settle(me, all(sent(outbox), new Verdict.Park("no queue")));
        assertThat(event("e1")).isEqualTo("FAILED|f");
        assertThat(note("e1")).isEqualTo("FAILED");
        assertThat(database.value("SELECT error FROM signalbox.failures WHERE id = 'e1'"))
                .isEqualTo("no queue");
    }

    /** Claims everything, and says that it is about to be sent. */
    private Claimed sent(PostgresOutbox outbox) throws SourceException {
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(claimed.messages()).isNotEmpty();
        assertThat(outbox.markInFlight(me, ids(claimed))).isTrue();
        return claimed;
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatIsNotedAsPublishedIsDoneWithoutBeingPublished(Mode mode) throws Exception {
        insert("e1", 1);
        insert("e2", 1);
        database.run("INSERT INTO processedevent VALUES ('e1', 'SUCCESS', now(), now())");
        PostgresOutbox outbox = outbox(mode);
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(ids(claimed)).containsExactly("e2");
        assertThat(claimed.passedOver()).isEqualTo(new PassedOver(1, 0));
        assertThat(event("e1")).isEqualTo("PROCESSED|t");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatIsPublishedAfterItWasReadIsNotPublishedAgain(Mode mode) throws Exception {
        insert("e1", 1);
        insert("e2", 1);
        var fence = new PrecededFence(database.fenceAs("postgres", true), """
                UPDATE eventoutbox SET status = 'PROCESSED', published_at = now() WHERE event_id = 'e1';
                INSERT INTO processedevent VALUES ('e1', 'SUCCESS', now(), now()) ON CONFLICT DO NOTHING""");
        var outbox = new PostgresOutbox(
                layout(mode), Outboxes.RELAY, fence, database.source("postgres")::getConnection, OWN);
        List<String> claimed = new ArrayList<>(ids(outbox.claim(me, request(10, 10))));
        assertThat(fence.preceded).isTrue();
        claimed.addAll(ids(outbox.claim(me, request(10, 10))));
        assertThat(claimed).containsExactly("e2");
    }

    /** Before its first write somebody else is quicker. */
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
                database.run(before);
            }
            return real.write(owner, work);
        }
    }

    @Test
    void aCrashBetweenNoteAndSettlementPublishesAgain() throws Exception {
        insert("e1", 1);
        PostgresOutbox before = outbox(Mode.AT_LEAST_ONCE);
        assertThat(ids(before.claim(me, request(10, 10)))).containsExactly("e1");
        Incarnation heir = crash();
        PostgresOutbox after = outbox(Mode.AT_LEAST_ONCE);
        assertThat(after.recover(heir).total()).isEqualTo(1);
        Claimed again = after.claim(heir, request(10, 10));
        assertThat(ids(again)).containsExactly("e1");
        after.settle(heir, all(again, Verdict.COMPLETE));
        assertThat(note("e1")).isEqualTo("SUCCESS");
    }

    @Test
    void atMostOnceGivesUpWhatMayHaveBeenPublished() throws Exception {
        insert("e1", 1);
        insert("e2", 2);
        PostgresOutbox before = outbox(Mode.AT_MOST_ONCE);
        assertThat(ids(before.claim(me, request(10, 10)))).containsExactly("e1", "e2");
        assertThat(notes()).isZero();
        assertThat(before.markInFlight(me, List.of("e1"))).isTrue();
        assertThat(note("e1")).isEqualTo("PROCESSING");
        Incarnation heir = crash();
        PostgresOutbox after = outbox(Mode.AT_MOST_ONCE);
        after.recover(heir);
        Claimed rest = after.claim(heir, request(10, 10));
        assertThat(ids(rest)).containsExactly("e2");
        assertThat(rest.passedOver()).isEqualTo(new PassedOver(0, 1));
        assertThat(event("e1")).isEqualTo("FAILED|f");
        assertThat(note("e1")).isEqualTo("FAILED");
        assertThat(database.value("SELECT error FROM signalbox.failures WHERE id = 'e1'"))
                .contains("may have been");
    }

    @Test
    void aFencedOwnerNotesNothing() throws Exception {
        insert("e1", 1);
        PostgresOutbox outbox = outbox(Mode.AT_MOST_ONCE);
        Claimed claimed = outbox.claim(me, request(10, 10));
        crash();
        assertThat(outbox.markInFlight(me, ids(claimed))).isFalse();
        assertThat(ids(outbox(Mode.AT_LEAST_ONCE).claim(me, request(10, 10)))).isEmpty();
        assertThat(outbox.settle(me, all(claimed, Verdict.COMPLETE)).recorded()).isEmpty();
        assertThat(notes()).isZero();
    }

    private Incarnation crash() throws Exception {
        database.run("DELETE FROM signalbox.nodes WHERE incarnation = '" + me.value() + "'");
        return database.join("heir");
    }

    @Test
    void withoutNotesTheOtherTableIsNotNeeded() throws Exception {
        database.run("DROP TABLE processedevent");
        insert("e1", 1);
        PostgresOutbox outbox = Outboxes.of(database, OutboxLayout.eventOutbox(EVENTS, null), OWN);
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        assertThat(event("e1")).isEqualTo("PROCESSED|t");
        assertThatThrownBy(() -> outbox(Mode.AT_LEAST_ONCE).check()).hasMessageContaining("processedevent");
    }

    @Test
    void rowsOutsideThePeriodStay() throws Exception {
        for (String day : new String[] {"2024-01-01", "2024-01-02", "2024-01-03"}) {
            insert(day, 1);
            database.run("UPDATE eventoutbox SET created_at = '" + day + "' WHERE event_id = '" + day + "'");
        }
        insert("today", 1);
        OutboxLayout all = layout(Mode.AT_LEAST_ONCE);
        var january = new Period(Instant.parse("2024-01-02T00:00:00Z"), Instant.parse("2024-01-03T00:00:00Z"), null);
        assertThat(ids(Outboxes.of(database, all.with(january), OWN).claim(me, request(10, 10))))
                .containsExactly("2024-01-02");
        var young = new Period(null, null, Duration.ofDays(1));
        assertThat(ids(Outboxes.of(database, all.with(young), OWN).claim(database.join("other"), request(10, 10))))
                .containsExactly("today");
    }

    @Test
    void oldEventsGoWithTheirNotes() throws Exception {
        insert("e1", 1);
        insert("e2", 2);
        PostgresOutbox outbox =
                Outboxes.of(database, layout(Mode.AT_LEAST_ONCE), OWN.with(Retention.deleteAfter(Duration.ofDays(1))));
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        database.run(
                "UPDATE eventoutbox SET created_at = '2024-01-01', published_at = '2024-01-01' WHERE event_id = 'e1'");
        while (outbox.sweep(me).more()) {}
        outbox.sweep(me);
        assertThat(database.value("SELECT string_agg(event_id, ',') FROM eventoutbox"))
                .isEqualTo("e2");
        assertThat(database.value("SELECT string_agg(event_id, ',') FROM processedevent"))
                .isEqualTo("e2");
    }

    @Test
    void whatIsDeletedOnCompletionLeavesNoNote() throws Exception {
        insert("e1", 1);
        PostgresOutbox outbox =
                Outboxes.of(database, layout(Mode.AT_LEAST_ONCE), OWN.with(Retention.deleteOnCompletion()));
        outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
        assertThat(database.value("SELECT count(*) FROM eventoutbox")).isEqualTo("0");
        assertThat(notes()).isZero();
    }

    @Test
    void saysAllThatIsWrongWithTheTables() throws Exception {
        database.run(
                "ALTER TABLE processedevent DROP COLUMN updated_at; ALTER TABLE processedevent DROP CONSTRAINT processedevent_pkey");
        assertThatThrownBy(() -> outbox(Mode.AT_LEAST_ONCE).check())
                .hasMessageContaining("column updated_at of processedevent does not exist")
                .hasMessageContaining("no unique index on (event_id)");
        assertThatThrownBy(() -> Outboxes.of(database, layout(Mode.AT_LEAST_ONCE), OutboxSettings.DEFAULTS)
                        .check())
                .hasMessageContaining("held by ownership");
    }
}

package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.Outboxes.all;
import static dev.signalbox.mysql.outbox.Outboxes.ids;
import static dev.signalbox.mysql.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.PassedOver;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.PublishedNotes.Mode;
import dev.signalbox.mysql.server.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events are noted beside their table before and after they are published. */
class EventOutboxTest {
    /** Claims everything, and says that it is about to be sent. */
    private static Claimed sent(MySqlOutbox outbox, Incarnation me) throws SourceException {
        Claimed claimed = outbox.claim(me, request(10, 10));
        assertThat(claimed.messages()).isNotEmpty();
        assertThat(outbox.markInFlight(me, ids(claimed))).isTrue();
        return claimed;
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void anEventIsNotedBeforeAndAfterItIsPublished(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 5);
            MySqlOutbox outbox = tables.outbox(Mode.AT_LEAST_ONCE);
            Claimed claimed = outbox.claim(me, request(10, 10));
            assertThat(claimed.messages()).singleElement().satisfies(message -> {
                assertThat(message.group()).isEqualTo("5");
                assertThat(message.type()).isEqualTo("ORDER_CREATED");
                assertThat(message.payload().utf8()).isEqualTo("{\"n\": 1}");
                assertThat(message.headers()).isEqualTo(Map.of("aggregateType", "RESTAURANT"));
            });
            assertThat(tables.event("e1")).isEqualTo("PENDING|0");
            assertThat(tables.note("e1")).isEqualTo("PROCESSING");
            outbox.settle(me, all(claimed, Verdict.COMPLETE));
            assertThat(tables.event("e1")).isEqualTo("PROCESSED|1");
            assertThat(tables.note("e1")).isEqualTo("SUCCESS");
            assertThat(
                            tables.database()
                                    .value(
                                            "SELECT created_at <= updated_at AND updated_at <= UTC_TIMESTAMP(6) FROM ProcessedEvent"))
                    .isEqualTo("1");
            assertThat(ids(outbox.claim(me, request(10, 10)))).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void whatFailsAndWhatIsGivenBackHasNoNote(TestServer server) throws Exception {
        for (Mode mode : Mode.values()) {
            try (EventTables tables = EventTables.on(server)) {
                Incarnation me = tables.database().join("me");
                tables.insert("e1", 1);
                tables.insert("e2", 2);
                MySqlOutbox outbox = tables.outbox(mode);
                outbox.settle(me, all(sent(outbox, me), new Verdict.RetryAt(1, "later")));
                assertThat(tables.notes()).isEmpty();
                Claimed again = sent(outbox, me);
                assertThat(again.messages()).extracting(Message::attempts).containsOnly(1);
                assertThat(tables.notes()).containsExactly("e1|PROCESSING", "e2|PROCESSING");
                outbox.settle(me, all(again, Verdict.RELEASE));
                assertThat(tables.notes()).isEmpty();
                assertThat(tables.event("e1")).isEqualTo("PENDING|0");
                outbox.settle(me, all(sent(outbox, me), new Verdict.Park("no queue")));
                assertThat(tables.event("e1")).isEqualTo("FAILED|0");
                assertThat(tables.notes()).containsExactly("e1|FAILED", "e2|FAILED");
                assertThat(tables.error("e1")).isEqualTo("no queue");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void whatIsNotedAsPublishedIsDoneWithoutBeingPublished(TestServer server) throws Exception {
        for (Mode mode : Mode.values()) {
            try (EventTables tables = EventTables.on(server)) {
                Incarnation me = tables.database().join("me");
                tables.insert("e1", 1);
                tables.insert("e2", 1);
                tables.insert("e3", 1);
                tables.database().run("UPDATE EventOutbox SET published_at = '2024-01-01' WHERE event_id = 'e2'");
                tables.noted("e1", "SUCCESS");
                tables.noted("e2", "SUCCESS");
                MySqlOutbox outbox = tables.outbox(mode);
                Claimed claimed = outbox.claim(me, request(10, 10));
                assertThat(ids(claimed)).containsExactly("e3");
                assertThat(claimed.passedOver()).isEqualTo(new PassedOver(2, 0));
                assertThat(tables.event("e1")).isEqualTo("PROCESSED|1");
                assertThat(
                                tables.database()
                                        .value(
                                                "SELECT status, published_at < '2025-01-01' FROM EventOutbox WHERE event_id = 'e2'"))
                        .isEqualTo("PROCESSED|1");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void whatWasPublishedAndIsLockedByOthersWaitsUntilItIsFree(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.insert("e2", 2);
            tables.noted("e1", "SUCCESS");
            MySqlOutbox outbox = tables.outbox(Mode.AT_LEAST_ONCE);
            try (Connection other = tables.database().connect();
                    PreparedStatement lock =
                            other.prepareStatement("SELECT 1 FROM EventOutbox WHERE event_id = 'e1' FOR UPDATE")) {
                other.setAutoCommit(false);
                lock.executeQuery();
                assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("e2");
                assertThat(tables.event("e1")).isEqualTo("PENDING|0");
                other.rollback();
            }
            assertThat(ids(outbox.claim(me, request(10, 10)))).isEmpty();
            assertThat(tables.event("e1")).isEqualTo("PROCESSED|1");
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void aCrashBetweenNoteAndSettlementPublishesAgain(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            assertThat(ids(tables.outbox(Mode.AT_LEAST_ONCE).claim(me, request(10, 10))))
                    .containsExactly("e1");
            Incarnation heir = tables.crash(me);
            MySqlOutbox after = tables.outbox(Mode.AT_LEAST_ONCE);
            assertThat(after.recover(heir).total()).isEqualTo(1);
            Claimed again = after.claim(heir, request(10, 10));
            assertThat(ids(again)).containsExactly("e1");
            after.settle(heir, all(again, Verdict.COMPLETE));
            assertThat(tables.note("e1")).isEqualTo("SUCCESS");
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void atMostOnceGivesUpWhatMayHaveBeenPublished(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.insert("e2", 2);
            MySqlOutbox before = tables.outbox(Mode.AT_MOST_ONCE);
            assertThat(ids(before.claim(me, request(10, 10)))).containsExactly("e1", "e2");
            assertThat(tables.notes()).isEmpty();
            assertThat(before.markInFlight(me, List.of("e1"))).isTrue();
            assertThat(tables.notes()).containsExactly("e1|PROCESSING");
            Incarnation heir = tables.crash(me);
            MySqlOutbox after = tables.outbox(Mode.AT_MOST_ONCE);
            after.recover(heir);
            Claimed rest = after.claim(heir, request(10, 10));
            assertThat(ids(rest)).containsExactly("e2");
            assertThat(rest.passedOver()).isEqualTo(new PassedOver(0, 1));
            assertThat(tables.event("e1")).isEqualTo("FAILED|0");
            assertThat(tables.notes()).containsExactly("e1|FAILED");
            assertThat(tables.error("e1")).contains("may have been");
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void aFencedOwnerNotesNothing(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            MySqlOutbox outbox = tables.outbox(Mode.AT_MOST_ONCE);
            Claimed claimed = outbox.claim(me, request(10, 10));
            tables.crash(me);
            assertThat(outbox.markInFlight(me, ids(claimed))).isFalse();
            assertThat(ids(tables.outbox(Mode.AT_LEAST_ONCE).claim(me, request(10, 10))))
                    .isEmpty();
            assertThat(outbox.settle(me, all(claimed, Verdict.COMPLETE)).recorded())
                    .isEmpty();
            assertThat(tables.notes()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void oldEventsGoWithTheirNotes(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.insert("e2", 2);
            MySqlOutbox outbox = tables.outbox(
                    EventTables.layout(Mode.AT_LEAST_ONCE),
                    EventTables.OWN.with(Retention.deleteAfter(Duration.ofDays(1))));
            outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
            tables.database()
                    .run(
                            "UPDATE EventOutbox SET created_at = '2024-01-01', published_at = '2024-01-01' WHERE event_id = 'e1'");
            while (outbox.sweep(me).more()) {}
            assertThat(tables.database().rows("SELECT event_id FROM EventOutbox"))
                    .containsExactly("e2");
            assertThat(tables.notes()).containsExactly("e2|SUCCESS");
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void whatIsDeletedOnCompletionLeavesNoNote(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            MySqlOutbox outbox = tables.outbox(
                    EventTables.layout(Mode.AT_LEAST_ONCE), EventTables.OWN.with(Retention.deleteOnCompletion()));
            outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
            assertThat(tables.database().rows("SELECT event_id FROM EventOutbox"))
                    .isEmpty();
            assertThat(tables.notes()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(Outboxes.SERVERS)
    void aNoteThatSomebodyElseMakesInBetweenIsNotOverlooked(TestServer server) throws Exception {
        try (EventTables tables = EventTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.database()
                    .run("CREATE TRIGGER rival BEFORE INSERT ON ProcessedEvent FOR EACH ROW"
                            + " SET NEW.event_id = 'taken'");
            tables.database().run("INSERT INTO ProcessedEvent VALUES ('any', 'SUCCESS', NOW(), NOW())");
            MySqlOutbox outbox = tables.outbox(Mode.AT_LEAST_ONCE);
            assertThatThrownBy(() -> outbox.claim(me, request(10, 10))).hasMessageContaining("Duplicate entry");
            tables.database().run("DROP TRIGGER rival");
            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("e1");
        }
    }
}

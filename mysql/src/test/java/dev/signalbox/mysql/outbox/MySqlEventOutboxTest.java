package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ProcessedEvents.Guarantee;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events are recorded in the table of processed events before and after publishing. */
class MySqlEventOutboxTest {
    /** Claims everything, and announces that it is about to be sent. */
    private static ClaimResult sent(MySqlOutbox outbox, Incarnation me) throws SourceException {
        ClaimResult claimResult = outbox.claim(me, request(10, 10));
        assertThat(claimResult.messages()).isNotEmpty();
        assertThat(outbox.markInFlight(me, ids(claimResult))).isTrue();
        return claimResult;
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void anEventIsNotedBeforeAndAfterItIsPublished(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 5);
            MySqlOutbox outbox = tables.outbox(Guarantee.AT_LEAST_ONCE);
            ClaimResult claimResult = outbox.claim(me, request(10, 10));
            assertThat(claimResult.messages()).singleElement().satisfies(message -> {
                assertThat(message.group()).isEqualTo("5");
                assertThat(message.type()).isEqualTo("ORDER_CREATED");
                assertThat(message.payload().utf8()).isEqualTo("{\"n\": 1}");
                assertThat(message.headers()).isEqualTo(Map.of("aggregateType", "RESTAURANT"));
            });
            assertThat(tables.event("e1")).isEqualTo("PENDING|0");
            assertThat(tables.note("e1")).isEqualTo("PROCESSING");
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
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
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatFailsAndWhatIsGivenBackHasNoNote(MySqlTestServer server) throws Exception {
        for (Guarantee guarantee : Guarantee.values()) {
            try (EventOutboxTables tables = EventOutboxTables.on(server)) {
                Incarnation me = tables.database().join("me");
                tables.insert("e1", 1);
                tables.insert("e2", 2);
                MySqlOutbox outbox = tables.outbox(guarantee);
                outbox.settle(me, all(sent(outbox, me), new Verdict.RetryAt(1, "later")));
                assertThat(tables.notes()).isEmpty();
                ClaimResult again = sent(outbox, me);
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
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatIsNotedAsPublishedIsDoneWithoutBeingPublished(MySqlTestServer server) throws Exception {
        for (Guarantee guarantee : Guarantee.values()) {
            try (EventOutboxTables tables = EventOutboxTables.on(server)) {
                Incarnation me = tables.database().join("me");
                tables.insert("e1", 1);
                tables.insert("e2", 1);
                tables.insert("e3", 1);
                tables.database().run("UPDATE EventOutbox SET published_at = '2024-01-01' WHERE event_id = 'e2'");
                tables.noted("e1", "SUCCESS");
                tables.noted("e2", "SUCCESS");
                MySqlOutbox outbox = tables.outbox(guarantee);
                ClaimResult claimResult = outbox.claim(me, request(10, 10));
                assertThat(ids(claimResult)).containsExactly("e3");
                assertThat(claimResult.passedOver()).isEqualTo(new SkippedMessages(2, 0));
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
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatWasPublishedAndIsLockedByOthersWaitsUntilItIsFree(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.insert("e2", 2);
            tables.noted("e1", "SUCCESS");
            MySqlOutbox outbox = tables.outbox(Guarantee.AT_LEAST_ONCE);
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
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aCrashBetweenNoteAndSettlementPublishesAgain(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            assertThat(ids(tables.outbox(Guarantee.AT_LEAST_ONCE).claim(me, request(10, 10))))
                    .containsExactly("e1");
            Incarnation heir = tables.crash(me);
            MySqlOutbox after = tables.outbox(Guarantee.AT_LEAST_ONCE);
            assertThat(after.recover(heir).total()).isEqualTo(1);
            ClaimResult again = after.claim(heir, request(10, 10));
            assertThat(ids(again)).containsExactly("e1");
            after.settle(heir, all(again, Verdict.COMPLETE));
            assertThat(tables.note("e1")).isEqualTo("SUCCESS");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void atMostOnceGivesUpWhatMayHaveBeenPublished(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.insert("e2", 2);
            MySqlOutbox before = tables.outbox(Guarantee.AT_MOST_ONCE);
            assertThat(ids(before.claim(me, request(10, 10)))).containsExactly("e1", "e2");
            assertThat(tables.notes()).isEmpty();
            assertThat(before.markInFlight(me, List.of("e1"))).isTrue();
            assertThat(tables.notes()).containsExactly("e1|PROCESSING");
            Incarnation heir = tables.crash(me);
            MySqlOutbox after = tables.outbox(Guarantee.AT_MOST_ONCE);
            after.recover(heir);
            ClaimResult rest = after.claim(heir, request(10, 10));
            assertThat(ids(rest)).containsExactly("e2");
            assertThat(rest.passedOver()).isEqualTo(new SkippedMessages(0, 1));
            assertThat(tables.event("e1")).isEqualTo("FAILED|0");
            assertThat(tables.notes()).containsExactly("e1|FAILED");
            assertThat(tables.error("e1")).contains("may have been");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aFencedOwnerNotesNothing(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            MySqlOutbox outbox = tables.outbox(Guarantee.AT_MOST_ONCE);
            ClaimResult claimResult = outbox.claim(me, request(10, 10));
            tables.crash(me);
            assertThat(outbox.markInFlight(me, ids(claimResult))).isFalse();
            assertThat(ids(tables.outbox(Guarantee.AT_LEAST_ONCE).claim(me, request(10, 10))))
                    .isEmpty();
            assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                    .isEmpty();
            assertThat(tables.notes()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void oldEventsGoWithTheirNotes(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.insert("e2", 2);
            MySqlOutbox outbox = tables.outbox(
                    EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE),
                    EventOutboxTables.OWN.with(new Retention.DeleteAfter(Duration.ofDays(1))));
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
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatIsDeletedOnCompletionLeavesNoNote(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            MySqlOutbox outbox = tables.outbox(
                    EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE),
                    EventOutboxTables.OWN.with(new Retention.DeleteOnCompletion()));
            outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
            assertThat(tables.database().rows("SELECT event_id FROM EventOutbox"))
                    .isEmpty();
            assertThat(tables.notes()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aNoteThatSomebodyElseMakesInBetweenIsNotOverlooked(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            Incarnation me = tables.database().join("me");
            tables.insert("e1", 1);
            tables.database()
                    .run("CREATE TRIGGER rival BEFORE INSERT ON ProcessedEvent FOR EACH ROW"
                            + " SET NEW.event_id = 'taken'");
            tables.database().run("INSERT INTO ProcessedEvent VALUES ('any', 'SUCCESS', NOW(), NOW())");
            MySqlOutbox outbox = tables.outbox(Guarantee.AT_LEAST_ONCE);
            assertThatThrownBy(() -> outbox.claim(me, request(10, 10))).hasMessageContaining("Duplicate entry");
            tables.database().run("DROP TRIGGER rival");
            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("e1");
        }
    }
}

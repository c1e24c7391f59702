package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents.Guarantee;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlConnections;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlSettings;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numeric groups, creation periods, and problems of the event outbox producer's tables. */
class MySqlEventOutboxTablesTest {
    /** A double cannot distinguish this number from the next one. */
    private static final long LARGE = 9_007_199_254_740_992L;

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void groupsAreNumbersAndGoInTheOrderOfTheirTimes(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            for (int i = 0; i < 12; i++) {
                tables.insert("e" + (char) ('a' + i), i % 3 == 0 ? 100 : 9);
            }
            assertThat(ids(tables.outbox(Guarantee.AT_LEAST_ONCE)
                            .claim(tables.database().join("me"), request(100, 4))))
                    .containsExactly("eb", "ec", "ee", "ef", "ea", "ed", "eg", "ej");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void largeNumbersAreNotConfused(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            List<Long> groups = List.of(-LARGE - 1, -LARGE, LARGE, LARGE + 1, LARGE + 2, Long.MAX_VALUE);
            for (int i = 0; i < 12; i++) {
                tables.insert("e" + (char) ('a' + i), groups.get(i % 6));
            }
            tables.insert("dead", LARGE);
            tables.database().run("UPDATE EventOutbox SET status = 'FAILED' WHERE event_id = 'dead'");
            var holding = new OutboxSettings(
                    ClaimMode.OWN, Duration.ofMinutes(5), 1 << 20, new Retention.Keep(), Ordering.BLOCK, true);
            Incarnation me = tables.database().join("me");
            MySqlOutbox outbox = tables.outbox(EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE), holding);
            ClaimResult claimResult = outbox.claim(me, request(100, 2));
            assertThat(ids(claimResult)).containsExactly("ea", "eg", "eb", "eh", "ed", "ej", "ee", "ek", "ef", "el");
            assertThat(claimResult.messages())
                    .extracting(Message::group)
                    .contains("9007199254740993", "-9007199254740993", "9223372036854775807")
                    .doesNotContain("9007199254740992");
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
            tables.database().run("UPDATE EventOutbox SET status = 'PROCESSED' WHERE event_id = 'dead'");
            assertThat(ids(outbox.claim(me, request(100, 2)))).containsExactly("ec", "ei");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void numbersWithoutASignHaveTheirLargerHalf(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            tables.database().run("ALTER TABLE EventOutbox MODIFY aggregate_id BIGINT UNSIGNED NOT NULL");
            BigInteger most = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
            tables.insert("e1", most);
            tables.insert("e2", most.subtract(BigInteger.ONE));
            tables.insert("dead", most);
            tables.database().run("UPDATE EventOutbox SET status = 'FAILED' WHERE event_id = 'dead'");
            var holding = new OutboxSettings(
                    ClaimMode.OWN, Duration.ofMinutes(5), 1 << 20, new Retention.Keep(), Ordering.BLOCK, true);
            MySqlOutbox outbox = tables.outbox(EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE), holding);
            assertThat(ids(outbox.claim(tables.database().join("me"), request(10, 10))))
                    .containsExactly("e2");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void manyGroupsAreGoneThroughByTheirNumber(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            int groups = 1_500;
            tables.database()
                    .run("INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, payload)"
                            + " WITH RECURSIVE s AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM s WHERE n < 1000)"
                            + " SELECT concat('a', n), 'E', 'ADMIN', n, '{}' FROM s"
                            + " UNION ALL SELECT concat('b', n), 'E', 'ADMIN', n + 1000, '{}' FROM s WHERE n <= 500");
            Incarnation me = tables.database().join("me");
            MySqlOutbox outbox = tables.outbox(
                    EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE),
                    EventOutboxTables.OWN.with(new Retention.DeleteAfter(Duration.ofDays(1))));
            int found = 0;
            for (ClaimResult claimResult = outbox.claim(me, request(100, 10));
                    !claimResult.messages().isEmpty();
                    claimResult = outbox.claim(me, request(100, 10))) {
                found += claimResult.messages().size();
                outbox.settle(me, all(claimResult, Verdict.COMPLETE));
            }
            assertThat(found).isEqualTo(groups);
            tables.database().run("UPDATE EventOutbox SET created_at = '2024-01-01', published_at = '2024-01-01'");
            while (outbox.sweep(me).more()) {}
            assertThat(tables.database().rows("SELECT event_id FROM EventOutbox"))
                    .isEmpty();
            assertThat(tables.notes()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void rowsOutsideThePeriodStay(MySqlTestServer server) throws Exception {
        for (String type :
                List.of("TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP", "DATETIME(3) NOT NULL DEFAULT NOW(3)")) {
            try (EventOutboxTables tables = EventOutboxTables.on(server)) {
                MySqlDatabaseFixture database = tables.database();
                database.run("ALTER TABLE EventOutbox MODIFY created_at " + type);
                for (String day : new String[] {"2024-01-01", "2024-01-02", "2024-01-03"}) {
                    tables.insert(day, 1);
                    database.run("UPDATE EventOutbox SET created_at = ? WHERE event_id = ?", day, day);
                }
                tables.insert("today", 1);
                OutboxLayout all = EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE);
                var january = new CreationPeriod(
                        Instant.parse("2024-01-02T00:00:00Z"), Instant.parse("2024-01-03T00:00:00Z"), null);
                assertThat(ids(tables.outbox(all.with(january), EventOutboxTables.OWN)
                                .claim(database.join("me"), request(10, 10))))
                        .containsExactly("2024-01-02");
                var young = new CreationPeriod(null, null, Duration.ofDays(1));
                assertThat(ids(tables.outbox(all.with(young), EventOutboxTables.OWN)
                                .claim(database.join("other"), request(10, 10))))
                        .containsExactly("today");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void withoutNotesTheOtherTableIsNotNeeded(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            tables.database().run("DROP TABLE ProcessedEvent");
            tables.insert("e1", 1);
            Incarnation me = tables.database().join("me");
            MySqlOutbox outbox =
                    tables.outbox(OutboxLayouts.EVENT_OUTBOX.layout(EventOutboxTables.EVENTS), EventOutboxTables.OWN);
            outbox.settle(me, all(outbox.claim(me, request(10, 10)), Verdict.COMPLETE));
            assertThat(tables.event("e1")).isEqualTo("PROCESSED|1");
            assertThatThrownBy(() -> tables.outbox(Guarantee.AT_LEAST_ONCE).check())
                    .hasMessageContaining("the table ProcessedEvent, which notes what is published, does not exist");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void saysAllThatIsWrongWithTheTables(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            tables.database().run("ALTER TABLE EventOutbox MODIFY aggregate_id DECIMAL(20, 2)");
            tables.database()
                    .run("ALTER TABLE ProcessedEvent DROP COLUMN updated_at, DROP PRIMARY KEY, MODIFY created_at DATE");
            assertThatThrownBy(() -> tables.outbox(Guarantee.AT_LEAST_ONCE).check())
                    .hasMessageContaining(
                            "column aggregate_id is of type decimal(20,2); allowed is text or a whole number")
                    .hasMessageContaining("column updated_at of ProcessedEvent does not exist")
                    .hasMessageContaining(
                            "column created_at of ProcessedEvent is of type date; allowed is timestamp or datetime")
                    .hasMessageContaining("no unique index on (event_id)");
            assertThatThrownBy(() -> tables.outbox(
                                    EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE), OutboxSettings.DEFAULTS)
                            .check())
                    .hasMessageContaining("held by ownership");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void notesTellEventsApartAtLeastAsWellAsTheOutbox(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            MySqlDatabaseFixture database = tables.database();
            String exact = server.name().equals("mariadb") ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
            MySqlOutbox outbox = tables.outbox(Guarantee.AT_LEAST_ONCE);
            assertThat(tables.outbox(Guarantee.AT_LEAST_ONCE).check()).hasSize(1);
            database.run("ALTER TABLE EventOutbox MODIFY event_id VARCHAR(64) COLLATE utf8mb4_bin NOT NULL");
            assertThatThrownBy(outbox::check).hasMessageContaining("two events could share a note");
            database.run("ALTER TABLE ProcessedEvent MODIFY event_id VARCHAR(64) COLLATE utf8mb4_bin NOT NULL");
            assertThat(outbox.check()).hasSize(1);
            database.run("ALTER TABLE EventOutbox MODIFY event_id VARCHAR(64) COLLATE " + exact + " NOT NULL");
            assertThatThrownBy(outbox::check).hasMessageContaining("two events could share a note");
            database.run("ALTER TABLE ProcessedEvent MODIFY event_id VARCHAR(64) COLLATE " + exact + " NOT NULL");
            tables.insert("e1", 1);
            tables.insert("E1", 2);
            tables.insert("e1 ", 3);
            tables.noted("E1", "SUCCESS");
            assertThat(ids(outbox.claim(database.join("me"), request(10, 10)))).containsExactly("e1", "e1 ");
            assertThat(tables.notes()).containsExactlyInAnyOrder("E1|SUCCESS", "e1|PROCESSING", "e1 |PROCESSING");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void missingRightsToTheNotesAreNamed(MySqlTestServer server) throws Exception {
        try (EventOutboxTables tables = EventOutboxTables.on(server)) {
            MySqlDatabaseFixture database = tables.database();
            String user = database.value("SELECT DATABASE()") + "_n";
            database.run("CREATE USER " + user + " IDENTIFIED BY 'secret'");
            database.run("GRANT SELECT, UPDATE ON EventOutbox TO " + user);
            database.run("GRANT SELECT, INSERT ON ProcessedEvent TO " + user);
            try (MySqlConnections limited =
                    MySqlConnections.open(MySqlSettings.of(database.settings().url(), user, "secret"), "limited")) {
                MySqlOutbox outbox = new MySqlOutbox(
                        EventOutboxTables.layout(Guarantee.AT_LEAST_ONCE),
                        MySqlTestOutboxes.RELAY,
                        database.fence(true),
                        limited::borrow,
                        EventOutboxTables.OWN);
                assertThatThrownBy(outbox::check)
                        .hasMessageEndingWith("the right to UPDATE, DELETE is missing on ProcessedEvent");
            } finally {
                database.run("DROP USER " + user);
            }
        }
    }
}

package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insert;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.fixture.OddNames;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MySqlOtherTablesTest {
    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void namesWithQuotesAndSpacesAndOtherTypesWork(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, "CHARACTER SET utf8mb4")) {
            database.run("CREATE TABLE `out box :x ?``` (`key` bigint PRIMARY KEY, kind text, `order id` varchar(40),"
                    + " body json, `st``ate` enum('new', 'it''s on', 'done', 'dead'), tries smallint,"
                    + " born datetime(6), held datetime(3), why varchar(20),"
                    + " INDEX (`st``ate`, `order id`, born))");
            for (int i = 1; i <= 6; i++) {
                database.run(
                        "INSERT INTO `out box :x ?``` VALUES (?, 'k', ?, '{\"n\": 1}', 'new', NULL, NOW(6), NULL, NULL)",
                        8 + i,
                        "o" + i % 2);
            }
            OutboxLayout layout = OddNames.layout("out box :x ?`", "st`ate");
            MySqlOutbox outbox = MySqlTestOutboxes.of(database, layout, database.fence(true), OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            assertThat(outbox.check()).isEmpty();

            ClaimResult claimResult = outbox.claim(me, request(3, 2));
            assertThat(ids(claimResult)).containsExactly("10", "12", "9");
            assertThat(claimResult.messages().getFirst().payload().utf8()).isEqualTo("{\"n\": 1}");
            assertThat(outbox.settle(me, all(claimResult, new Verdict.RetryAt(1, "because")))
                            .recorded())
                    .hasSize(3);
            assertThat(database.rows("SELECT tries, why FROM `out box :x ?``` WHERE why IS NOT NULL"))
                    .containsOnly("1|because");
            outbox.claim(me, request(10, 10));
            database.fence(me);
            assertThat(MySqlTestOutboxes.of(database, layout, database.fence(true), OutboxSettings.DEFAULTS)
                            .recover(database.join("next")))
                    .isEqualTo(new RecoveryResult(6, 0, false));
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void unicodeIsCarriedThroughAndLatinBecomesUtf8(MySqlTestServer server) throws Exception {
        for (String options : List.of("CHARACTER SET utf8mb4", "CHARACTER SET latin1")) {
            boolean latin = options.contains("latin1");
            String text = latin ? "gr\u00fc\u00dfe" : "gr\u00fc\u00dfe \ud83d\ude80";
            try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, options)) {
                insert(database, "1", text, 1);
                database.run("UPDATE outbox_events SET payload = ?", "{\"t\":\"\\u0000 " + text + "\"}");
                MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
                Incarnation me = database.join("me");

                ClaimResult claimResult = outbox.claim(me, request(1, 1));

                Message message = claimResult.messages().getFirst();
                assertThat(message.group()).isEqualTo(text);
                assertThat(message.payload().utf8()).isEqualTo("{\"t\":\"\\u0000 " + text + "\"}");
                assertThat(message.size()).isEqualTo(message.payload().bytes().length);
                assertThat(outbox.claim(me, request(1, 1)).messages()).isEmpty();
                assertThat(outbox.settle(me, all(claimResult, Verdict.COMPLETE)).recorded())
                        .containsExactly("1");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aTimeOfCreationThatChangesWithEachUpdateKeepsItsValue(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            database.run("ALTER TABLE outbox_events MODIFY created_at TIMESTAMP NOT NULL"
                    + " DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP");
            for (int i = 0; i < 3; i++) {
                insert(database, "m" + i, "g", i);
            }
            String created = "SELECT created_at FROM outbox_events ORDER BY id";
            List<String> before = database.rows(created);
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");

            ClaimResult claimResult = outbox.claim(me, request(3, 3));
            assertThat(database.rows(created)).isEqualTo(before);
            outbox.settle(me, all(claimResult, new Verdict.RetryAt(0, "later")));
            assertThat(database.rows(created)).isEqualTo(before);
            outbox.claim(me, request(3, 3));
            database.fence(me);
            flowcatalyst(database, OutboxSettings.DEFAULTS).recover(database.join("next"));
            assertThat(database.rows(created)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void theSessionsTimeZoneDoesNotMatter(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            insert(database, "1", "g", 0);
            database.run("UPDATE outbox_events SET created_at = FROM_UNIXTIME(1700000000)");

            Message message = flowcatalyst(database, OutboxSettings.DEFAULTS)
                    .claim(database.join("me"), request(1, 1))
                    .messages()
                    .getFirst();

            assertThat(message.createdAt().getEpochSecond()).isEqualTo(1_700_000_000);
            assertThat(database.value(
                            "SELECT abs(unix_timestamp(processed_at) - unix_timestamp()) < 60" + " FROM outbox_events"))
                    .isEqualTo("1");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void whatIsMissingIsNamedAllAtOnce(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            database.run("DROP TABLE outbox_events");
            assertThatThrownBy(flowcatalyst(database, OutboxSettings.DEFAULTS)::check)
                    .hasMessage("outbox table outbox_events cannot be used: "
                            + "the table does not exist in this database, or may not be seen");
            database.run("CREATE TABLE outbox_events (id text, type text, message_group text, payload text,"
                    + " status text, retry_count text, created_at date)");
            assertThatThrownBy(flowcatalyst(database, OutboxSettings.DEFAULTS)::check)
                    .hasMessage("outbox table outbox_events cannot be used: "
                            + "column retry_count is of type text; allowed is a number; "
                            + "column created_at is of type date; allowed is timestamp or datetime; "
                            + "column processed_at (for processed_at) does not exist; "
                            + "column error_message (for error_message) does not exist");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void missingIndexesAreWarnings(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            insert(database, "1", "g", 1);
            assertThat(flowcatalyst(database, OutboxSettings.DEFAULTS).check()).isEmpty();
            database.run("ALTER TABLE outbox_events DROP INDEX idx_outbox_events_status, DROP PRIMARY KEY");
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            assertThat(outbox.check())
                    .containsExactly(
                            "there is no index on (status, message_group, created_at): every claim reads the whole table",
                            "there is no index on (id): every settlement reads the whole table");
            assertThat(ids(outbox.claim(database.join("me"), request(1, 1)))).containsExactly("1");
        }
    }
}

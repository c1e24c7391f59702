package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.mysql.admin.MySqlAdminDialect;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables whose rows record only whether they were sent. */
class SentLayoutTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final List<MySqlPresetTable> TABLES = List.of(MySqlPresetTable.SENT_FLAG, MySqlPresetTable.SENT_AT);

    private static MySqlDatabaseFixture create(MySqlTestServer server, MySqlPresetTable table) throws Exception {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        table.making().make(database);
        for (int i = 1; i <= 3; i++) {
            database.run(table.insert(), "m" + i, "g", "{}", "2024-01-01 00:00:0" + i);
        }
        return database;
    }

    private static MySqlOutbox outbox(MySqlDatabaseFixture database, OutboxLayout layout) {
        return MySqlTestOutboxes.of(database, layout, database.fence(true), OWN);
    }

    private static StatusTableAdmin admin(MySqlDatabaseFixture database, OutboxLayout layout) {
        return new StatusTableAdmin(
                MySqlAdminDialect.INSTANCE, layout, MySqlTestOutboxes.RELAY, true, database.connections()::borrow, OWN);
    }

    private static List<String> unsent(MySqlDatabaseFixture database, OutboxLayout layout) throws Exception {
        String open = layout.columns().status() == null ? "processed_at IS NULL" : "NOT sent";
        return database.rows("SELECT id FROM " + layout.table() + " WHERE " + open + " ORDER BY id");
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aDeadLetterIsRecordedBesideTheTableAndNeitherBlocksNorComesAgain(MySqlTestServer server) throws Exception {
        for (MySqlPresetTable table : TABLES) {
            try (MySqlDatabaseFixture database = create(server, table)) {
                OutboxLayout layout = table.layout();
                MySqlOutbox outbox = outbox(database, layout);
                Incarnation me = database.join("me");
                ClaimResult claimResult = outbox.claim(me, request(10, 10));
                assertThat(ids(claimResult)).containsExactly("m1", "m2", "m3");
                assertThat(claimResult.messages()).extracting(Message::type).containsOnly("message");

                outbox.settle(
                        me,
                        List.of(
                                new Settlement(claimResult.messages().get(0), new Verdict.Park("no such order")),
                                new Settlement(claimResult.messages().get(1), Verdict.COMPLETE),
                                new Settlement(claimResult.messages().get(2), new Verdict.Release())));
                assertThat(unsent(database, layout)).containsExactly("m1", "m3");
                assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly("m3");

                StatusTableAdmin admin = admin(database, layout);
                assertThat(admin.page(new MessageQuery(
                                        MessageState.FAILED, new MessageFilter(null, null, null, null), 10, null))
                                .messages())
                        .singleElement()
                        .satisfies(dead -> {
                            assertThat(dead.id()).isEqualTo("m1");
                            assertThat(dead.lastError()).isEqualTo("no such order");
                            assertThat(dead.changedAt()).isNotNull();
                        });
                assertThat(admin.find("m1").orElseThrow().summary().state()).isEqualTo(MessageState.FAILED);
                assertThat(admin.find("m2").orElseThrow().summary().state()).isEqualTo(MessageState.COMPLETED);
                assertThat(admin.backlog().messages()).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void anOperatorRetriesOrDiscardsADeadLetter(MySqlTestServer server) throws Exception {
        for (MySqlPresetTable table : TABLES) {
            try (MySqlDatabaseFixture database = create(server, table)) {
                OutboxLayout layout = table.layout();
                MySqlOutbox outbox = outbox(database, layout);
                Incarnation me = database.join("me");
                outbox.settle(me, all(outbox.claim(me, request(10, 10)), new Verdict.Park("no")));
                assertThat(outbox.claim(me, request(10, 10)).messages()).isEmpty();

                StatusTableAdmin admin = admin(database, layout);
                assertThat(admin.retry(List.of("m2", "m9"))).containsExactly("m2");
                assertThat(admin.discard(List.of("m3"))).containsExactly("m3");
                ClaimResult again = outbox.claim(me, request(10, 10));
                assertThat(ids(again)).containsExactly("m2");
                outbox.settle(me, all(again, Verdict.COMPLETE));
                assertThat(unsent(database, layout)).containsExactly("m1");
                assertThat(database.rows("SELECT id FROM signalbox_failures")).containsExactly("m1");
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aFlagThatMayBeNullIsRefused(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server, MySqlPresetTable.SENT_FLAG)) {
            database.run("ALTER TABLE sent_flags MODIFY sent BOOLEAN");
            assertThatThrownBy(() -> outbox(database, MySqlPresetTable.SENT_FLAG.layout())
                            .check())
                    .hasMessageContaining("column sent may be NULL");
        }
    }
}

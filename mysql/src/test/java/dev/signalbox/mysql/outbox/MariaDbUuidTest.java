package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose ids have MariaDB's type for UUIDs. */
class MariaDbUuidTest {
    private static final OutboxSettings OWN = OutboxSettings.DEFAULTS.with(ClaimMode.OWN);
    private static final String A = "019a9d6c-0001-7abc-8def-0123456789ab";
    private static final String B = "019a9d6c-0002-7abc-8def-0123456789ab";
    private static final String C = "019a9d6c-0003-7abc-8def-0123456789ab";

    /** Three rows of the same time, whose order is that of their ids. */
    private static MySqlDatabaseFixture create(MySqlPresetTable table) throws Exception {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(MySqlTestServer.named("mariadb"));
        table.making().make(database);
        database.run("ALTER TABLE " + table.layout().table() + " MODIFY id uuid NOT NULL");
        for (String id : List.of(C, A, B)) {
            database.run(table.insert(), id, "g", "{}", "2024-01-01 00:00:00");
        }
        return database;
    }

    private static MySqlPresetTable table(boolean flag) {
        return flag ? MySqlPresetTable.SENT_FLAG : MySqlPresetTable.SENT_AT;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsAreClaimedSettledRetriedAndFound(boolean flag) throws Exception {
        try (MySqlDatabaseFixture database = create(table(flag))) {
            OutboxLayout layout = table(flag).layout();
            MySqlOutbox outbox = MySqlTestOutboxes.of(database, layout, database.fence(true), OWN);
            Incarnation me = database.join("me");
            ClaimResult claimed = outbox.claim(me, request(10, 10));
            assertThat(ids(claimed)).containsExactly(A, B, C);
            outbox.settle(
                    me,
                    List.of(
                            new Settlement(claimed.messages().get(0), new Verdict.Park("no such order")),
                            new Settlement(claimed.messages().get(1), new Verdict.RetryAt(1, "later")),
                            new Settlement(claimed.messages().get(2), Verdict.COMPLETE)));

            ClaimResult again = outbox.claim(me, request(10, 10));
            assertThat(ids(again)).containsExactly(B);
            assertThat(again.messages().getFirst().attempts()).isEqualTo(1);
            outbox.settle(me, all(again, Verdict.COMPLETE));
            StatusTableAdmin admin = new StatusTableAdmin(
                    MySqlAdminDialect.INSTANCE,
                    layout,
                    MySqlTestOutboxes.RELAY,
                    true,
                    database.connections()::borrow,
                    OWN);
            assertThat(admin.find(A).orElseThrow().summary().state()).isEqualTo(MessageState.FAILED);
            assertThat(admin.find(B).orElseThrow().summary().state()).isEqualTo(MessageState.COMPLETED);
            assertThat(admin.find("no uuid")).isEmpty();
            assertThat(admin.retry(List.of(A, "no uuid"))).containsExactly(A);
            assertThat(ids(outbox.claim(me, request(10, 10)))).containsExactly(A);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAFencedNodeHadInFlightIsRecoveredAndDeletedWhenItIsDone(boolean flag) throws Exception {
        try (MySqlDatabaseFixture database = create(table(flag))) {
            OutboxLayout layout = table(flag).layout();
            OutboxSettings deleting = OWN.with(new Retention.DeleteOnCompletion());
            MySqlOutbox outbox = MySqlTestOutboxes.of(database, layout, database.fence(true), deleting);
            Incarnation me = database.join("me");
            outbox.claim(me, request(2, 2));
            assertThat(outbox.markInFlight(me, List.of(A, B), false)).isTrue();
            database.fence(me);

            MySqlOutbox next = MySqlTestOutboxes.of(database, layout, database.fence(true), deleting);
            Incarnation other = database.join("next");
            assertThat(next.recover(other).more()).isFalse();
            ClaimResult claimed = next.claim(other, request(10, 10));
            assertThat(ids(claimed)).containsExactly(A, B, C);
            next.settle(other, all(claimed, Verdict.COMPLETE));
            assertThat(database.rows("SELECT id FROM " + layout.table())).isEmpty();
        }
    }
}

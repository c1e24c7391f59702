package dev.signalbox.mysql.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The admin of a table with numeric groups and a table of processed events. */
class MySqlEventOutboxAdminTest {
    private static final String SERVERS = "dev.signalbox.mysql.connection.MySqlTestServer#all";
    private static final OutboxLayout LAYOUT = OutboxLayouts.EVENT_OUTBOX
            .layout(new TableName(null, "EventOutbox"))
            .noting(new ProcessedEvents(
                    new TableName(null, "ProcessedEvent"), ProcessedEvents.Guarantee.AT_LEAST_ONCE));

    private static MySqlDatabaseFixture create(MySqlTestServer server) throws SQLException {
        MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server);
        database.script("/dev/signalbox/mysql/outbox/event-outbox.sql");
        return database;
    }

    private static StatusTableAdmin admin(MySqlDatabaseFixture database, OutboxLayout layout) {
        return new StatusTableAdmin(
                MySqlAdminDialect.INSTANCE,
                layout,
                MySqlAdminFixture.RELAY,
                true,
                database.connections()::borrow,
                OutboxSettings.DEFAULTS.with(ClaimMode.OWN));
    }

    private static void insert(MySqlDatabaseFixture database, String id, long aggregate, String status)
            throws SQLException {
        database.run(
                "INSERT INTO EventOutbox (event_id, event_type, aggregate_type, aggregate_id, status, payload)"
                        + " VALUES (?, 'E', 'ADMIN', ?, ?, '{}')",
                id,
                aggregate,
                status);
    }

    @ParameterizedTest
    @MethodSource(SERVERS)
    void whatIsToGoOutAgainOrNeverHasNoNote(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            for (String id : List.of("done", "retried", "discarded", "other")) {
                insert(database, id, 1, id.equals("done") ? "PROCESSED" : "FAILED");
                database.run("INSERT INTO ProcessedEvent VALUES (?, 'FAILED', NOW(), NOW())", id);
            }
            StatusTableAdmin admin = admin(database, LAYOUT);
            assertThat(admin.replay(List.of("done", "retried"))).containsExactly("done");
            assertThat(admin.retry(List.of("retried"))).containsExactly("retried");
            assertThat(admin.discard(List.of("discarded"))).containsExactly("discarded");
            assertThat(database.rows("SELECT event_id FROM ProcessedEvent")).containsExactly("other");
            assertThat(database.rows("SELECT event_id, status, published_at FROM EventOutbox ORDER BY event_id"))
                    .containsExactly("done|PENDING|null", "other|FAILED|null", "retried|PENDING|null");
        }
    }

    @ParameterizedTest
    @MethodSource(SERVERS)
    void aGroupIsAskedForByItsExactNumber(MySqlTestServer server) throws Exception {
        long large = 9_007_199_254_740_992L;
        try (MySqlDatabaseFixture database = create(server)) {
            for (long group : new long[] {0, 9, 10, large, large + 1}) {
                insert(database, "a" + group, group, "PENDING");
                insert(database, "b" + group, group, "PENDING");
            }
            StatusTableAdmin admin = admin(database, LAYOUT);
            assertThat(pending(admin, String.valueOf(large + 1), 1))
                    .containsExactly("a9007199254740993", "b9007199254740993");
            assertThat(pending(admin, "no number", 10)).isEmpty();
            assertThat(pending(admin, "9.0", 10)).isEmpty();
            for (int limit : new int[] {1, 3, 20}) {
                assertThat(pending(admin, null, limit))
                        .startsWith("a0", "b0", "a9", "b9", "a10", "b10")
                        .hasSize(10);
            }
            assertThat(admin.find("b9007199254740993")).hasValueSatisfying(found -> {
                assertThat(found.summary().group()).isEqualTo("9007199254740993");
                assertThat(found.ahead())
                        .isNotNull()
                        .satisfies(groupMessage -> assertThat(groupMessage.id()).isEqualTo("a9007199254740993"));
            });
        }
    }

    private static List<String> pending(StatusTableAdmin admin, @Nullable String group, int limit) throws Exception {
        List<String> ids = new ArrayList<>();
        String after = null;
        do {
            var page = admin.page(
                    new MessageQuery(MessageState.PENDING, new MessageFilter(group, null, null, null), limit, after));
            ids.addAll(page.messages().stream().map(MessageSummary::id).toList());
            after = page.next();
        } while (after != null);
        return ids;
    }

    @ParameterizedTest
    @MethodSource(SERVERS)
    void whatWasGivenUpSaysWhenAndTheBacklogIsThatOfThePeriod(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = create(server)) {
            insert(database, "dead", 1, "FAILED");
            insert(database, "old", 1, "PENDING");
            insert(database, "new", 2, "PENDING");
            database.run("UPDATE EventOutbox SET created_at = '2024-01-01' WHERE event_id = 'old'");
            database.run(
                    "INSERT INTO signalbox_failures (relay, id, attempts, error, parked, changed_at)"
                            + " VALUES (?, 'dead', 0, 'no queue', true, '2024-02-01')",
                    MySqlAdminFixture.RELAY);
            StatusTableAdmin admin = admin(database, LAYOUT.with(new CreationPeriod(null, null, Duration.ofDays(1))));
            var before = new MessageFilter(null, null, Instant.parse("2024-02-02T00:00:00Z"), null);
            assertThat(admin.page(new MessageQuery(MessageState.FAILED, before, 10, null))
                            .messages())
                    .singleElement()
                    .satisfies(dead -> assertThat(dead.changedAt()).isEqualTo(Instant.parse("2024-02-01T00:00:00Z")));
            assertThat(admin.backlog().messages()).isEqualTo(1);
            assertThat(admin(database, LAYOUT).backlog().messages()).isEqualTo(2);
        }
    }
}

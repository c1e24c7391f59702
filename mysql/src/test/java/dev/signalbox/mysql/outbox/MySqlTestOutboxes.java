package dev.signalbox.mysql.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shorthands for the tests of this package. */
final class MySqlTestOutboxes {
    static final String SERVERS = "dev.signalbox.mysql.connection.MySqlTestServer#all";
    static final String RELAY = "shop.outbox_events";

    private MySqlTestOutboxes() {}

    static MySqlOutbox flowcatalyst(MySqlDatabaseFixture database, OutboxSettings settings) {
        return of(database, OutboxLayouts.FLOWCATALYST.layout(), database.fence(true), settings);
    }

    static MySqlOutbox of(MySqlDatabaseFixture database, OutboxLayout layout, Fence fence, OutboxSettings settings) {
        return new MySqlOutbox(layout, RELAY, fence, database.connections()::borrow, settings);
    }

    /** Signalbox's own table, in place of FlowCatalyst's. */
    static MySqlOutbox ownTable(MySqlDatabaseFixture database, Fence fence, OutboxSettings settings) {
        return MySqlOutbox.ofOwnTable(
                new TableName(null, "outbox_events"), RELAY, fence, database.connections()::borrow, settings);
    }

    /** A fence that performs its writes, but loses the responses to the first {@code answers[0]} of them. */
    static Fence losing(Fence real, int[] answers) {
        return new Fence() {
            @Override
            public boolean byLeaseRow() {
                return real.byLeaseRow();
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                T result = real.write(owner, work);
                if (answers[0] > 0) {
                    answers[0]--;
                    throw new SQLException("the answer was lost", "08007");
                }
                return result;
            }
        };
    }

    /** Inserts a row that was created at this second of a past day. */
    static void insert(MySqlDatabaseFixture database, String id, @Nullable String group, int second)
            throws SQLException {
        database.run(
                "INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)"
                        + " VALUES (?, 'EVENT', ?, ?, 'PENDING', TIMESTAMP('2024-01-01') + INTERVAL ? SECOND)",
                id,
                group,
                "payload of " + id,
                second);
    }

    /** Inserts this many rows, numbered from zero, in this many groups; ungrouped if that is zero. */
    static void insertMany(MySqlDatabaseFixture database, int rows, int groups, String status) throws SQLException {
        for (int first = 0; first < rows; first += 1_000) {
            StringBuilder values = new StringBuilder();
            for (int i = first; i < Math.min(rows, first + 1_000); i++) {
                values.append(i == first ? "" : ", ")
                        .append(
                                "('%s%09d', 'EVENT', %s, REPEAT('x', 200), '%s', TIMESTAMP('2024-01-01') + INTERVAL %d SECOND)"
                                        .formatted(
                                                status.substring(0, 2),
                                                i,
                                                groups == 0 ? "NULL" : "'group-" + i % groups + "'",
                                                status,
                                                i));
            }
            database.run("INSERT INTO outbox_events (id, type, message_group, payload, status, created_at) VALUES "
                    + values);
        }
    }

    static ClaimRequest request(int messages, int perGroup) {
        return new ClaimRequest(Shards.ALL, messages, Long.MAX_VALUE, perGroup, Set.of(), Set.of());
    }

    static ClaimRequest holding(Set<String> groups, Set<String> messages) {
        return new ClaimRequest(Shards.ALL, 100, Long.MAX_VALUE, 10, groups, messages);
    }

    static List<String> ids(ClaimResult claimResult) {
        return claimResult.messages().stream().map(Message::id).toList();
    }

    static List<Settlement> all(ClaimResult claimResult, Verdict.Final verdict) {
        return claimResult.messages().stream()
                .map(message -> new Settlement(message, verdict))
                .toList();
    }

    /** Waits until a session runs a statement with this text. */
    static void awaitWaiting(MySqlDatabaseFixture database, String statement) {
        await().pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(database.rows("SELECT info FROM information_schema.processlist"
                                + " WHERE db = database() AND id <> connection_id() AND info IS NOT NULL"))
                        .anyMatch(info -> info.replace('\n', ' ').contains(statement)));
    }
}

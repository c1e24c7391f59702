package dev.signalbox.mysql.outbox;

import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.all;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.flowcatalyst;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.holding;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.ids;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.insert;
import static dev.signalbox.mysql.outbox.MySqlTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.mysql.connection.MySqlDatabaseFixture;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A group is its exact bytes, whatever the column's collation treats as equal. */
@Tag("slow")
class CollationsTest {
    private static final List<String> OPTIONS = List.of(
            "",
            "CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
            "CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci",
            "CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
            "CHARACTER SET latin1");
    private static final List<String> ALIKE = List.of("a", "A", "a ", "\u00e4", "\u00c4 ", "");

    /** Drains everything, each group by itself and in order. */
    private static void drains(MySqlDatabaseFixture database, ClaimMode claimMode, Ordering ordering) throws Exception {
        MySqlOutbox outbox =
                flowcatalyst(database, OutboxSettings.DEFAULTS.with(claimMode).with(ordering));
        Incarnation me = database.join("me");
        Map<String, List<String>> drained = new HashMap<>();
        ClaimResult claimResult;
        do {
            claimResult = outbox.claim(me, request(7, 3));
            for (Message message : claimResult.messages()) {
                drained.computeIfAbsent(String.valueOf(message.group()), _ -> new ArrayList<>())
                        .add(message.id());
            }
            outbox.settle(me, all(claimResult, Verdict.COMPLETE));
        } while (!claimResult.messages().isEmpty() || claimResult.more());
        assertThat(drained.keySet()).containsExactlyInAnyOrderElementsOf(ALIKE);
        drained.forEach((group, ids) ->
                assertThat(ids).as("group '%s'", group).hasSize(20).isSorted());
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void groupsThatLookAlikeAreDrainedEachInItsOrder(MySqlTestServer server) throws Exception {
        for (String options : OPTIONS) {
            for (ClaimMode claimMode : ClaimMode.values()) {
                try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, options)) {
                    for (int i = 0; i < 20 * ALIKE.size(); i++) {
                        insert(database, "m%05d".formatted(i), ALIKE.get(i % ALIKE.size()), i / 4);
                    }
                    drains(database, claimMode, claimMode == ClaimMode.MARK ? Ordering.BLOCK : Ordering.SKIP);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aGroupIsNotHiddenByManyRowsOfOneThatLooksLikeItAndIsHeld(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            for (int i = 0; i < 3_000; i += 1_000) {
                List<String> rows = new ArrayList<>();
                for (int j = i; j < i + 1_000; j++) {
                    rows.add("('m%05d', 'EVENT', 'A', '', 'PENDING', '2024-01-01')".formatted(j));
                }
                database.run("INSERT INTO outbox_events (id, type, message_group, payload, status, created_at) VALUES "
                        + String.join(", ", rows));
            }
            insert(database, "z1", "a", 1);
            insert(database, "z2", "a", 2);
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            outbox.claim(me, request(1, 1));

            List<String> found = new ArrayList<>();
            for (int polls = 0; polls < 10 && found.isEmpty(); polls++) {
                found.addAll(ids(outbox.claim(me, holding(Set.of("A"), Set.of()))));
            }

            assertThat(found).containsExactly("z1", "z2");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void groupsThatLookAlikeMayBelongToDifferentNodes(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server)) {
            for (int i = 0; i < 60; i++) {
                insert(database, "m%05d".formatted(i), i < 50 ? "A" : "a", i);
            }
            int shard = Shards.shardOf("a");
            assertThat(Shards.shardOf("A")).isNotEqualTo(shard);
            MySqlOutbox outbox = flowcatalyst(database, OutboxSettings.DEFAULTS);
            Incarnation me = database.join("me");
            ClaimRequest ours = new ClaimRequest(Shards.of(shard), 100, Long.MAX_VALUE, 5, Set.of(), Set.of());

            List<Message> claimed = new ArrayList<>();
            for (int polls = 0; polls < 3 && claimed.isEmpty(); polls++) {
                claimed.addAll(outbox.claim(me, ours).messages());
            }

            assertThat(claimed).extracting(Message::group).containsOnly("a");
            assertThat(claimed)
                    .extracting(Message::id)
                    .containsExactly("m00050", "m00051", "m00052", "m00053", "m00054");
        }
    }

    @ParameterizedTest
    @MethodSource(MySqlTestOutboxes.SERVERS)
    void aRowInHandBlocksOnlyItsExactGroup(MySqlTestServer server) throws Exception {
        try (MySqlDatabaseFixture database = MySqlDatabaseFixture.create(server, "CHARACTER SET latin1")) {
            database.run("ALTER TABLE outbox_events CONVERT TO CHARACTER SET utf8mb4");
            insert(database, "m1", "A", 1);
            insert(database, "m2", "a", 2);
            insert(database, "m3", "A", 3);
            insert(database, "m4", "\ud83d\ude80", 4);
            insert(database, "m5", "\ud83d\ude80", 5);
            database.run(
                    "UPDATE outbox_events SET status = 'PROCESSING', processed_at = NOW() WHERE id IN ('m1', 'm4')");

            List<String> claimed =
                    ids(flowcatalyst(database, OutboxSettings.DEFAULTS).claim(database.join("me"), request(10, 10)));

            assertThat(claimed).containsExactly("m2");
        }
    }
}

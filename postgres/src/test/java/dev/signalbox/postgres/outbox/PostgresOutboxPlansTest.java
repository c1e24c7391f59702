package dev.signalbox.postgres.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans are the same whether the table is empty or full, and none of them reads the whole table. */
class PostgresOutboxPlansTest {
    private static final String BY_STATUS = "idx_outbox_events_status";
    private static final String BY_ID = "outbox_events_pkey";
    private static final Map<String, Integer> SCAN = Map.of("groups", 512, "loose", 512);

    private static OutboxStatementPlans statements(int rows) throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT s::text, 'EVENT', CASE WHEN s %% 10 > 0 THEN 'group-' || s %% 1000 END, repeat('x', 100),
                       CASE WHEN s %% 4 > 0 THEN 'COMPLETED' ELSE 'PENDING' END,
                       timestamp '2024-01-01' + s * interval '1 ms'
                FROM generate_series(1, %d) s""".formatted(rows));
        outboxTestDatabase.run("ANALYZE");
        return new OutboxStatementPlans(outboxTestDatabase);
    }

    private static void finds(String plan, String used, String unused) {
        assertThat(plan)
                .contains("\"Index Name\": \"" + used + "\"")
                .doesNotContain("\"Index Name\": \"" + unused + "\"")
                .doesNotContain("Hash Join")
                .doesNotContain("Merge Join");
        assertThat(plan.replaceAll("\\s+", " "))
                .doesNotContainPattern("Seq Scan\"[^}]*\"Relation Name\": \"outbox_events\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 200_000})
    void everyStatementFindsItsRowsByTheRightIndex(int rows) throws Exception {
        OutboxStatementPlans outboxStatementPlans = statements(rows);
        for (Set<String> flags : Set.of(OutboxStatementPlans.SCAN, Set.of("groups", "loose", "both"))) {
            String scan = outboxStatementPlans.plan("scan", SCAN, flags);
            finds(scan, BY_STATUS, BY_ID);
            assertThat(scan).contains("Incremental Sort");
        }
        for (String flag : Set.of("in_order", "pass_held", "hold_exhausted")) {
            Map<String, Integer> limits = Map.of("rows", 1024, "per_group", 32, "along", 4096);
            finds(outboxStatementPlans.plan("read", limits, Set.of(flag)), BY_STATUS, BY_ID);
            finds(outboxStatementPlans.plan("read", limits, Set.of(flag, "contents")), BY_STATUS, BY_ID);
        }
        finds(outboxStatementPlans.plan("ties", Map.of("ahead", 8192), Set.of("in_order")), BY_STATUS, BY_ID);
        finds(outboxStatementPlans.plan("claim", Map.of(), Set.of("lease", "in_order")), BY_ID, BY_STATUS);
        finds(outboxStatementPlans.plan("record", Map.of(), Set.of("unread")), BY_ID, BY_STATUS);
        for (String holding : Set.of("own", "mark")) {
            for (String retention : Set.of("keep", "delete_completed")) {
                Set<String> flags = new HashSet<>(Set.of("lease", "completes", "others", "both", "ends_claims"));
                flags.add(holding);
                flags.add(retention);
                finds(outboxStatementPlans.plan("settle", Map.of(), flags), BY_ID, BY_STATUS);
            }
        }
        finds(outboxStatementPlans.plan("recover-orphans", Map.of(), Set.of()), BY_ID, BY_STATUS);
        finds(outboxStatementPlans.plan("recover-expired", Map.of(), Set.of("lease")), BY_STATUS, "none");
    }

    private static OutboxStatementPlans moments(int rows) throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("catbox.sql"));
        outboxTestDatabase.run("""
                CREATE INDEX waiting ON outbox_events (aggregate_id, created_at) WHERE sent_at IS NULL AND in_progress_until IS NULL;
                CREATE INDEX held ON outbox_events (aggregate_id, in_progress_until)
                    WHERE sent_at IS NULL AND in_progress_until IS NOT NULL;
                CREATE INDEX done ON outbox_events (sent_at) WHERE sent_at IS NOT NULL;
                CREATE TABLE archive (LIKE outbox_events, PRIMARY KEY (id));
                INSERT INTO outbox_events (id, event_type, aggregate_id, payload, created_at, sent_at, in_progress_until)
                SELECT s::text, 'EVENT', CASE WHEN s %% 10 > 0 THEN 'group-' || s %% 1000 END, repeat('x', 100),
                       timestamp '2024-01-01' + s * interval '1 ms', CASE WHEN s %% 4 > 0 THEN now() END,
                       CASE WHEN s %% 400 = 0 THEN timestamp 'infinity' END
                FROM generate_series(1, %d) s""".formatted(rows));
        outboxTestDatabase.run("ANALYZE");
        return new OutboxStatementPlans(outboxTestDatabase, PostgresPresetTable.CATBOX);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100_000})
    void soItIsWhereStatesAreMoments(int rows) throws Exception {
        OutboxStatementPlans outboxStatementPlans = moments(rows);
        finds(outboxStatementPlans.plan("scan", SCAN, OutboxStatementPlans.SCAN), "waiting", BY_ID);
        Map<String, Integer> limits = Map.of("rows", 1024, "per_group", 32, "along", 4096);
        String read = outboxStatementPlans.plan("read", limits, Set.of("in_order", "contents", "hold_exhausted"));
        finds(read, "waiting", BY_ID);
        finds(read, "held", BY_ID);
        finds(outboxStatementPlans.plan("ties", Map.of("ahead", 8192), Set.of("in_order")), "waiting", BY_ID);
        finds(outboxStatementPlans.plan("claim", Map.of(), Set.of("lease", "in_order")), BY_ID, "waiting");
        finds(outboxStatementPlans.plan("record", Map.of(), Set.of("unread")), BY_ID, "waiting");
        for (String holding : Set.of("own", "mark")) {
            Set<String> flags = Set.of("lease", "completes", "others", "both", "ends_claims", holding);
            finds(outboxStatementPlans.plan("settle", Map.of(), flags), BY_ID, "waiting");
        }
        finds(outboxStatementPlans.plan("recover-orphans", Map.of(), Set.of()), BY_ID, "waiting");
        finds(outboxStatementPlans.plan("recover-expired", Map.of(), Set.of("lease")), "held", "waiting");
        finds(outboxStatementPlans.plan("sweep", Map.of(), Set.of("lease", "loose")), "done", "waiting");
        finds(outboxStatementPlans.planOfArchiving("archive", Set.of("lease", "loose", "archive")), "done", "waiting");
    }
}

package dev.signalbox.postgres.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ClaimPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ReadPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecordPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecoverExpiredPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ScanPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SettlePart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SweepPart;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans are the same for an empty and a full table, and none of them reads the whole table. */
class PostgresOutboxPlansTest {
    private static final String BY_STATUS = "idx_outbox_events_status";
    private static final String BY_ID = "outbox_events_pkey";
    private static final Map<String, Integer> SCAN = Map.of("groups", 512, "ungrouped", 512);

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
        for (Set<ScanPart> parts :
                Set.of(OutboxStatementPlans.SCAN, Set.of(ScanPart.GROUPS, ScanPart.UNGROUPED, ScanPart.BOTH))) {
            String scan = outboxStatementPlans.plan(PostgresOutboxTemplates.SCAN, SCAN, parts);
            finds(scan, BY_STATUS, BY_ID);
            assertThat(scan).contains("Incremental Sort");
        }
        finds(
                outboxStatementPlans.plan(
                        PostgresOutboxTemplates.SCAN, SCAN, Set.of(ScanPart.GROUPS, ScanPart.RESUME, ScanPart.UNTIL)),
                BY_STATUS,
                BY_ID);
        for (ReadPart part : Set.of(ReadPart.IN_ORDER, ReadPart.PASS_IN_FLIGHT, ReadPart.HOLD_EXHAUSTED)) {
            Map<String, Integer> limits = Map.of("rows", 1024, "per_group", 32, "along", 4096);
            finds(outboxStatementPlans.plan(PostgresOutboxTemplates.READ, limits, Set.of(part)), BY_STATUS, BY_ID);
            finds(
                    outboxStatementPlans.plan(PostgresOutboxTemplates.READ, limits, Set.of(part, ReadPart.CONTENTS)),
                    BY_STATUS,
                    BY_ID);
        }
        finds(
                outboxStatementPlans.plan(PostgresOutboxTemplates.TIES, Map.of("ahead", 8192), Set.of()),
                BY_STATUS,
                BY_ID);
        finds(
                outboxStatementPlans.plan(
                        PostgresOutboxTemplates.CLAIM, Map.of(), Set.of(ClaimPart.LEASE, ClaimPart.IN_ORDER)),
                BY_ID,
                BY_STATUS);
        finds(
                outboxStatementPlans.plan(PostgresOutboxTemplates.RECORD, Map.of(), Set.of(RecordPart.UNREAD)),
                BY_ID,
                BY_STATUS);
        for (boolean own : new boolean[] {true, false}) {
            for (boolean deletes : new boolean[] {true, false}) {
                finds(
                        outboxStatementPlans.plan(PostgresOutboxTemplates.SETTLE, Map.of(), settling(own, deletes)),
                        BY_ID,
                        BY_STATUS);
            }
        }
        finds(outboxStatementPlans.plan(PostgresOutboxTemplates.RECOVER_ORPHANS, Map.of(), Set.of()), BY_ID, BY_STATUS);
        finds(
                outboxStatementPlans.plan(
                        PostgresOutboxTemplates.RECOVER_EXPIRED, Map.of(), Set.of(RecoverExpiredPart.LEASE)),
                BY_STATUS,
                "none");
    }

    private static Set<SettlePart> settling(boolean own, boolean deletes) {
        Set<SettlePart> parts = EnumSet.of(
                SettlePart.LEASE, SettlePart.COMPLETES, SettlePart.OTHERS, SettlePart.BOTH, SettlePart.ENDS_CLAIMS);
        if (own) {
            parts.add(SettlePart.OWN);
        }
        if (deletes) {
            parts.add(SettlePart.DELETE_COMPLETED);
        }
        return parts;
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
        finds(
                outboxStatementPlans.plan(PostgresOutboxTemplates.SCAN, SCAN, OutboxStatementPlans.SCAN),
                "waiting",
                BY_ID);
        Map<String, Integer> limits = Map.of("rows", 1024, "per_group", 32, "along", 4096);
        String read = outboxStatementPlans.plan(
                PostgresOutboxTemplates.READ,
                limits,
                Set.of(ReadPart.IN_ORDER, ReadPart.CONTENTS, ReadPart.HOLD_EXHAUSTED));
        finds(read, "waiting", BY_ID);
        finds(read, "held", BY_ID);
        finds(
                outboxStatementPlans.plan(PostgresOutboxTemplates.TIES, Map.of("ahead", 8192), Set.of()),
                "waiting",
                BY_ID);
        finds(
                outboxStatementPlans.plan(
                        PostgresOutboxTemplates.CLAIM, Map.of(), Set.of(ClaimPart.LEASE, ClaimPart.IN_ORDER)),
                BY_ID,
                "waiting");
        finds(
                outboxStatementPlans.plan(PostgresOutboxTemplates.RECORD, Map.of(), Set.of(RecordPart.UNREAD)),
                BY_ID,
                "waiting");
        for (boolean own : new boolean[] {true, false}) {
            finds(
                    outboxStatementPlans.plan(PostgresOutboxTemplates.SETTLE, Map.of(), settling(own, false)),
                    BY_ID,
                    "waiting");
        }
        finds(outboxStatementPlans.plan(PostgresOutboxTemplates.RECOVER_ORPHANS, Map.of(), Set.of()), BY_ID, "waiting");
        finds(
                outboxStatementPlans.plan(
                        PostgresOutboxTemplates.RECOVER_EXPIRED, Map.of(), Set.of(RecoverExpiredPart.LEASE)),
                "held",
                "waiting");
        finds(
                outboxStatementPlans.plan(
                        PostgresOutboxTemplates.SWEEP, Map.of(), Set.of(SweepPart.LEASE, SweepPart.UNGROUPED)),
                "done",
                "waiting");
        finds(
                outboxStatementPlans.planOfArchiving(
                        "archive", Set.of(SweepPart.LEASE, SweepPart.UNGROUPED, SweepPart.ARCHIVE)),
                "done",
                "waiting");
    }
}

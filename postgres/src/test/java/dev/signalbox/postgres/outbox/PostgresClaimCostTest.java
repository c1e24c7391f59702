package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.all;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ClaimPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ReadPart;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresClaimCostTest {
    private static final int MESSAGES = 500;

    /** Pages touched per claimed row, on a table with this many pending and as many completed rows. */
    private static double pagesPerRow(int rows, String createdAt) throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at)
                SELECT lpad(s::text, 12, '0') || left(word, 1), 'EVENT', 'group-' || s %% 1000, repeat('x', 200), word, %s
                FROM generate_series(1, %d) s, unnest('{PENDING,COMPLETED}'::text[]) word;
                ANALYZE""".formatted(createdAt, rows));
        Incarnation me = outboxTestDatabase.join("me");
        PostgresOutbox outbox = flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS);
        for (int i = 0; i < 10; i++) {
            outbox.settle(me, all(outbox.claim(me, request(MESSAGES, 10)), Verdict.COMPLETE));
        }
        return explained(outboxTestDatabase) / MESSAGES;
    }

    /** The pages that the three steps of a claim touch; one scan finds candidates for about ten claims. */
    private static double explained(OutboxTestDatabase outboxTestDatabase) throws Exception {
        OutboxStatementPlans outboxStatementPlans = new OutboxStatementPlans(outboxTestDatabase);
        double scan = outboxStatementPlans.pages(
                PostgresOutboxTemplates.SCAN, Map.of("groups", 512, "ungrouped", 512), OutboxStatementPlans.SCAN);
        double read = outboxStatementPlans.pages(
                PostgresOutboxTemplates.READ, Map.of("rows", 512, "per_group", 16), Set.of(ReadPart.IN_ORDER));
        double ties = outboxStatementPlans.pages(PostgresOutboxTemplates.TIES, Map.of("ahead", 256), Set.of());
        double claim = outboxStatementPlans.pages(
                PostgresOutboxTemplates.CLAIM, Map.of(), Set.of(ClaimPart.LEASE, ClaimPart.IN_ORDER));
        return scan / 10 + read + (outboxStatementPlans.isTied() ? ties : 0) + claim;
    }

    @Test
    void aClaimCostsTheSameWithTenTimesTheRowsWaitingAndDone() throws Exception {
        String apart = "timestamp '2024-01-01' + s * interval '1 s'";
        double few = pagesPerRow(20_000, apart);
        double many = pagesPerRow(200_000, apart);
        assertThat(many).isLessThan(few * 1.3);
        assertThat(many).isLessThan(25);
    }

    @Test
    void rowsOfOneMomentCostMoreButNotWithoutBound() throws Exception {
        assertThat(pagesPerRow(50_000, "timestamp '2024-01-01'")).isLessThan(60);
    }
}

package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;
import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresSweepingTest {
    private OutboxTestDatabase outboxTestDatabase;
    private Incarnation me;

    @BeforeEach
    void open() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        me = outboxTestDatabase.join("me");
    }

    private int sweepAll(PostgresOutbox outbox) throws Exception {
        int deleted = 0;
        SweepResult sweepResult;
        do {
            sweepResult = outbox.sweep(me);
            assertThat(sweepResult.deleted()).isLessThanOrEqualTo(500);
            deleted += sweepResult.deleted();
        } while (sweepResult.more());
        return deleted;
    }

    @Test
    void onlyCompletedRowsThatWereKeptLongEnoughAreDeleted() throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at, processed_at)
                SELECT word || s, 'EVENT', CASE WHEN s % 5 > 0 THEN 'g' || s % 5 END, '', word,
                       now() AT TIME ZONE 'UTC' - interval '3 days',
                       now() AT TIME ZONE 'UTC' - CASE WHEN s <= 1000 THEN interval '2 days' ELSE interval '1 hour' END
                FROM generate_series(1, 1200) s, unnest('{COMPLETED,FAILED,PENDING}'::text[]) word""");
        PostgresOutbox outbox = flowcatalyst(
                outboxTestDatabase, OutboxSettings.DEFAULTS.with(new Retention.DeleteAfter(Duration.ofDays(1))));
        assertThat(sweepAll(outbox)).isEqualTo(1000);
        assertThat(outboxTestDatabase.rows(
                        "SELECT status, count(*) FROM outbox_events GROUP BY status ORDER BY status"))
                .containsExactly("COMPLETED|200", "FAILED|1200", "PENDING|1200");
        assertThat(sweepAll(outbox)).isZero();
    }

    @Test
    void manyGroupsAreSweptInLaps() throws Exception {
        outboxTestDatabase.run("""
                INSERT INTO outbox_events (id, type, message_group, payload, status, created_at, processed_at)
                SELECT s::text, 'EVENT', 'g' || s % 1500, '', 'COMPLETED', '2024-01-01', '2024-01-01'
                FROM generate_series(1, 4000) s""");
        PostgresOutbox outbox = flowcatalyst(
                outboxTestDatabase, OutboxSettings.DEFAULTS.with(new Retention.DeleteAfter(Duration.ofDays(1))));
        assertThat(sweepAll(outbox)).isEqualTo(4000);
        assertThat(sweepAll(outbox)).isZero();
    }

    @Test
    void nothingIsDeletedUnlessAskedFor() throws Exception {
        assertThat(flowcatalyst(outboxTestDatabase, OutboxSettings.DEFAULTS).sweep(me))
                .isEqualTo(SweepResult.NOTHING);
    }
}

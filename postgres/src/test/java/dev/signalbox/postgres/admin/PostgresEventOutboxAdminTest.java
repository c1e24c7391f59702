package dev.signalbox.postgres.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The admin of a layout with processed events. */
class PostgresEventOutboxAdminTest {
    private static final OutboxLayout LAYOUT = OutboxLayouts.EVENT_OUTBOX
            .layout(new TableName(null, "eventoutbox"))
            .noting(new ProcessedEvents(
                    new TableName(null, "processedevent"), ProcessedEvents.Guarantee.AT_LEAST_ONCE));
    private static final String TABLES = """
            CREATE TABLE eventoutbox (
                event_id VARCHAR(64) PRIMARY KEY, event_type VARCHAR(100), aggregate_type VARCHAR(50), aggregate_id BIGINT,
                status VARCHAR(20), payload JSON, created_at TIMESTAMP DEFAULT now(), published_at TIMESTAMP);
            CREATE TABLE processedevent (
                event_id VARCHAR(64) PRIMARY KEY, status VARCHAR(20), created_at TIMESTAMP, updated_at TIMESTAMP)""";

    @Test
    void whatIsToGoOutAgainOrNeverHasNoNote() throws Exception {
        PostgresAdminFixture fixture = new PostgresAdminFixture(LAYOUT, TABLES);
        try {
            for (String id : List.of("done", "retried", "discarded", "other")) {
                fixture.database().execute("""
                        INSERT INTO eventoutbox VALUES ('%s', 'E', 'ADMIN', 1, '%s', '{}');
                        INSERT INTO processedevent VALUES ('%1$s', 'FAILED', now(), now())""".formatted(id, id.equals("done") ? "PROCESSED" : "FAILED"));
            }
            StatusTableAdmin admin = new StatusTableAdmin(
                    PostgresAdminDialect.INSTANCE,
                    LAYOUT,
                    PostgresAdminFixture.RELAY,
                    true,
                    fixture.connections()::borrow,
                    OutboxSettings.DEFAULTS.with(ClaimMode.OWN));
            assertThat(admin.replay(List.of("done", "retried"))).containsExactly("done");
            assertThat(admin.retry(List.of("retried"))).containsExactly("retried");
            assertThat(admin.discard(List.of("discarded"))).containsExactly("discarded");
            assertThat(fixture.database().value("SELECT string_agg(event_id, ',') FROM processedevent"))
                    .isEqualTo("other");
            assertThat(
                            fixture.database()
                                    .value(
                                            "SELECT string_agg(event_id || ' ' || status, ',' ORDER BY event_id) FROM eventoutbox"))
                    .isEqualTo("done PENDING,other FAILED,retried PENDING");
        } finally {
            fixture.close();
        }
    }
}

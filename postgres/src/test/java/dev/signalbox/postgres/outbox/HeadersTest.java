package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.ids;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.insert;
import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.HeaderSources;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeadersTest {
    private static final OutboxLayout LAYOUT = OutboxLayouts.FLOWCATALYST
            .layout()
            .with(HeaderSources.NONE.andObject("headers").and("tenant", "tenant"));

    @ParameterizedTest
    @EnumSource(ClaimMode.class)
    void headersComeFromAnObjectAndFromColumns(ClaimMode claimMode) throws Exception {
        OutboxTestDatabase outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        PostgresOutbox outbox =
                PostgresTestOutboxes.of(outboxTestDatabase, LAYOUT, OutboxSettings.DEFAULTS.with(claimMode));
        assertThatThrownBy(outbox::check)
                .hasMessage("outbox table outbox_events cannot be used: column headers (for headers) does not exist;"
                        + " column tenant (for header tenant) does not exist");
        outboxTestDatabase.run("ALTER TABLE outbox_events ADD COLUMN headers jsonb, ADD COLUMN tenant int");
        insert(outboxTestDatabase, "1", "g", 1);
        insert(outboxTestDatabase, "2", "g", 2);
        insert(outboxTestDatabase, "3", null, 1);
        outboxTestDatabase.run("""
                UPDATE outbox_events SET headers = '{"a": "x", "n": 5, "tenant": "other"}', tenant = 7 WHERE id = '1';
                UPDATE outbox_events SET headers = '[1]' WHERE id = '2';
                UPDATE outbox_events SET payload = repeat('x', 5000), tenant = 8 WHERE id = '3'""");
        var claimResult = outbox.claim(outboxTestDatabase.join("me"), request(10, 10));
        assertThat(ids(claimResult)).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(claimResult.messages())
                .extracting(Message::headers)
                .containsExactlyInAnyOrder(Map.of("a", "x", "n", "5", "tenant", "7"), Map.of(), Map.of("tenant", "8"));
    }
}

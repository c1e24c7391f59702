package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.Outboxes.ids;
import static dev.signalbox.postgres.outbox.Outboxes.insert;
import static dev.signalbox.postgres.outbox.Outboxes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.Holding;
import dev.signalbox.jdbc.Headers;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeadersTest {
    private static final OutboxLayout LAYOUT =
            OutboxLayout.flowcatalyst().with(Headers.NONE.andObject("headers").and("tenant", "tenant"));

    @ParameterizedTest
    @EnumSource(Holding.class)
    void headersComeFromAnObjectAndFromColumns(Holding holding) throws Exception {
        Database database = Database.create();
        database.run(Database.resource("flowcatalyst.sql"));
        PostgresOutbox outbox = Outboxes.of(database, LAYOUT, OutboxSettings.DEFAULTS.with(holding));
        assertThatThrownBy(outbox::check)
                .hasMessage("outbox table outbox_events cannot be used: column headers (for headers) does not exist;"
                        + " column tenant (for header tenant) does not exist");
        database.run("ALTER TABLE outbox_events ADD COLUMN headers jsonb, ADD COLUMN tenant int");
        insert(database, "1", "g", 1);
        insert(database, "2", "g", 2);
        insert(database, "3", null, 1);
        database.run("""
                UPDATE outbox_events SET headers = '{"a": "x", "n": 5, "tenant": "other"}', tenant = 7 WHERE id = '1';
                UPDATE outbox_events SET headers = '[1]' WHERE id = '2';
                UPDATE outbox_events SET payload = repeat('x', 5000), tenant = 8 WHERE id = '3'""");
        var claimed = outbox.claim(database.join("me"), request(10, 10));
        assertThat(ids(claimed)).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(claimed.messages())
                .extracting(Message::headers)
                .containsExactlyInAnyOrder(Map.of("a", "x", "n", "5", "tenant", "7"), Map.of(), Map.of("tenant", "8"));
    }
}

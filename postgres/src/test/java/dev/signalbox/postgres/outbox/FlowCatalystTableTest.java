package dev.signalbox.postgres.outbox;

import static dev.signalbox.postgres.outbox.PostgresTestOutboxes.flowcatalyst;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import org.junit.jupiter.api.BeforeEach;

/** Each test has an empty table of FlowCatalyst's, its outbox with these settings, and an owner. */
abstract class FlowCatalystTableTest {
    final OutboxSettings settings;
    OutboxTestDatabase outboxTestDatabase;
    PostgresOutbox outbox;
    Incarnation me;

    FlowCatalystTableTest(OutboxSettings settings) {
        this.settings = settings;
    }

    @BeforeEach
    void open() throws Exception {
        outboxTestDatabase = OutboxTestDatabase.create();
        outboxTestDatabase.run(OutboxTestDatabase.resource("flowcatalyst.sql"));
        outbox = flowcatalyst(outboxTestDatabase, settings);
        me = outboxTestDatabase.join("me");
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.JdbcOutbox;

/** An outbox table on PostgreSQL whose rows carry their state. */
public final class PostgresOutbox extends JdbcOutbox {
    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads connections for reads that need no fence
     */
    public PostgresOutbox(
            OutboxLayout layout, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        super(
                layout,
                relay,
                new FencedStatements(layout.table().toString(), fence, reads),
                settings,
                new PostgresOutboxInspector());
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.JdbcOutbox;
import dev.signalbox.jdbc.outbox.JdbcOutboxSettings;

/** An outbox table on PostgreSQL whose rows carry their state. */
public final class PostgresOutbox extends JdbcOutbox {
    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads for reading what needs no fence
     */
    public PostgresOutbox(
            OutboxLayout layout, String relay, Fence fence, ConnectionLender reads, JdbcOutboxSettings settings) {
        super(
                layout,
                relay,
                new FencedStatements(layout.table().toString(), fence, reads),
                settings,
                new PostgresOutboxInspector());
    }
}

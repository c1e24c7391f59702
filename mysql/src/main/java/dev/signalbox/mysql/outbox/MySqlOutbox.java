package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.outbox.JdbcOutbox;
import java.sql.SQLException;

/** An outbox table on MySQL or MariaDB whose rows carry their state. */
public final class MySqlOutbox extends JdbcOutbox {
    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads for unfenced reads
     */
    public MySqlOutbox(
            OutboxLayout layout, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        super(
                layout,
                relay,
                new FencedStatements(layout.table().toString(), new WholeTransactions(fence), reads),
                settings,
                new MySqlOutboxInspector());
    }

    /**
     * Signalbox's own table, with claim mode {@code own}; completed rows are deleted.
     *
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads for unfenced reads
     */
    public static MySqlOutbox ofOwnTable(
            TableName table, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        return new MySqlOutbox(
                OutboxLayouts.SIGNALBOX.layout(table),
                relay,
                fence,
                reads,
                settings.with(ClaimMode.OWN).with(Retention.deleteOnCompletion()));
    }

    /** On MySQL every write takes several statements, so none runs as a single one. */
    private record WholeTransactions(Fence fence) implements Fence {
        @Override
        public boolean byLeaseRow() {
            return fence.byLeaseRow();
        }

        @Override
        public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
            return fence.write(owner, work);
        }
    }
}

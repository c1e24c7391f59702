package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.JdbcOutbox;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import dev.signalbox.postgres.TriggerWithoutPath;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** An outbox table on PostgreSQL whose rows carry their state. */
public final class PostgresOutbox extends JdbcOutbox {
    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads connections for reads that need no fence
     */
    public PostgresOutbox(
            OutboxLayout layout, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        super(layout, relay, new FencedStatements(layout.table().toString(), fence, reads), settings, new Inspector());
    }

    /** Inspects an outbox table through PostgreSQL's catalogue. */
    private static final class Inspector implements OutboxInspector {
        @Override
        public Quoting quoting() {
            return Quoting.POSTGRESQL;
        }

        @Override
        public InspectedOutbox inspect(Connection connection, OutboxLayout layout, OutboxContext context)
                throws SQLException {
            PostgresOutboxTable table = PostgresOutboxTable.inspect(connection, layout);
            Retention retention = context.settings().retention();
            List<String> unarchived = retention instanceof Retention.ArchiveAfter archive
                    ? PostgresArchiveInspector.inspect(connection, layout.table(), ArchiveTable.named(archive))
                            .warnings()
                    : List.of();
            List<String> triggers =
                    TriggerWithoutPath.warnings(TriggerWithoutPath.on(connection, layout.table(), false));
            List<TableFault> faults = PostgresTableFaults.of(connection, table, retention, context.claimMode());
            return new InspectedOutbox(
                    TableFault.problems(faults),
                    () -> Stream.of(TableFault.warnings(faults), table.warnings(retention), unarchived, triggers)
                            .flatMap(List::stream)
                            .toList(),
                    () -> new PostgresOutboxStatements(new PostgresOutboxSql(table, context.settings()), context),
                    session -> PostgresRecentRows.read(session, table));
        }
    }
}

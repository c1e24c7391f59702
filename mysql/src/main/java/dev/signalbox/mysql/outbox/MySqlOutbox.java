package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.fault.TableFault;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.JdbcOutbox;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** An outbox table on MySQL or MariaDB whose rows carry their state. */
public final class MySqlOutbox extends JdbcOutbox {
    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads for unfenced reads
     */
    public MySqlOutbox(
            OutboxLayout layout, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        super(layout, relay, new FencedStatements(layout.table().toString(), fence, reads), settings, new Inspector());
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
                settings.with(ClaimMode.OWN).with(new Retention.DeleteOnCompletion()));
    }

    /** Inspects an outbox table with the information schema. */
    private static final class Inspector implements OutboxInspector {
        @Override
        public Quoting quoting() {
            return Quoting.MYSQL;
        }

        @Override
        public InspectedOutbox inspect(Connection connection, OutboxLayout layout, OutboxContext context)
                throws SQLException {
            Retention retention = context.settings().retention();
            MySqlOutboxTable table = MySqlOutboxTable.inspect(connection, layout, retention);
            List<String> unarchived = retention instanceof Retention.ArchiveAfter archive
                            && table.columns().size() > 0
                    ? MySqlArchiveInspector.inspect(connection, layout, ArchiveTable.named(archive))
                            .warnings()
                    : List.of();
            List<TableFault> faults = MySqlTableFaults.of(connection, table, retention, context.claimMode());
            return new InspectedOutbox(
                    TableFault.problems(faults),
                    () -> Stream.of(TableFault.warnings(faults), table.warnings(), unarchived)
                            .flatMap(List::stream)
                            .toList(),
                    () -> new MySqlOutboxStatements(
                            new MySqlOutboxSql(table, context.settings().limits()), table, context),
                    session -> MySqlRecentRows.read(session, table));
        }
    }
}

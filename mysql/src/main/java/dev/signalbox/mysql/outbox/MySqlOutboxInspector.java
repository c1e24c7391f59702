package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Inspects an outbox table with the information schema. */
final class MySqlOutboxInspector implements OutboxInspector {
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
        return new InspectedOutbox(
                table.problems(),
                () -> Stream.concat(table.warnings().stream(), unarchived.stream())
                        .toList(),
                () -> new MySqlOutboxStatements(new MySqlOutboxSql(table), table, context));
    }
}

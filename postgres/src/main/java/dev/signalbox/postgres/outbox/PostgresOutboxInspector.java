package dev.signalbox.postgres.outbox;

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

/** Inspects an outbox table through PostgreSQL's catalogue. */
final class PostgresOutboxInspector implements OutboxInspector {
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
        return new InspectedOutbox(
                table.problems(retention),
                () -> Stream.concat(table.warnings(retention).stream(), unarchived.stream())
                        .toList(),
                () -> new PostgresOutboxStatements(new PostgresOutboxSql(table), context));
    }
}

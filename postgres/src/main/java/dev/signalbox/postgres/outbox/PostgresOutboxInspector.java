package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import dev.signalbox.jdbc.outbox.OutboxStatements;
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
        List<String> unarchived = context.settings().retention() instanceof Retention.ArchiveAfter archive
                ? PostgresArchiveInspector.inspect(connection, layout.table(), ArchiveTable.named(archive))
                        .warnings()
                : List.of();
        return new InspectedPostgresOutbox(table, unarchived, context);
    }

    private record InspectedPostgresOutbox(PostgresOutboxTable table, List<String> unarchived, OutboxContext terms)
            implements InspectedOutbox {
        @Override
        public List<String> problems() {
            return table.problems(terms.settings().retention());
        }

        @Override
        public List<String> warnings() {
            return Stream.concat(table.warnings(terms.settings().retention()).stream(), unarchived.stream())
                    .toList();
        }

        @Override
        public OutboxStatements statements() {
            return new PostgresOutboxStatements(new PostgresOutboxSql(table), terms);
        }
    }
}

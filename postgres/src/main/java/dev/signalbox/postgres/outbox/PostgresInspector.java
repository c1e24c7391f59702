package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/** Looks at an outbox table by PostgreSQL's catalogue. */
final class PostgresInspector implements OutboxInspector {
    @Override
    public Quoting quoting() {
        return Quoting.POSTGRESQL;
    }

    @Override
    public Inspected inspect(Connection connection, OutboxLayout layout, Terms terms) throws SQLException {
        OutboxTable table = OutboxTable.inspect(connection, layout);
        List<String> unarchived = terms.settings().retention() instanceof Retention.ArchiveAfter archive
                ? PostgresArchive.inspect(connection, layout.table(), Archive.named(archive))
                        .warnings()
                : List.of();
        return new Seen(table, unarchived, terms);
    }

    private record Seen(OutboxTable table, List<String> unarchived, Terms terms) implements Inspected {
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
            return new PostgresStatements(new OutboxSql(table), terms);
        }
    }
}

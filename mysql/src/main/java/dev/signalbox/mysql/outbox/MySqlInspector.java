package dev.signalbox.mysql.outbox;

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

/** Looks at an outbox table by the server's information schema. */
final class MySqlInspector implements OutboxInspector {
    @Override
    public Quoting quoting() {
        return Quoting.MYSQL;
    }

    @Override
    public Inspected inspect(Connection connection, OutboxLayout layout, Terms terms) throws SQLException {
        Retention retention = terms.settings().retention();
        MySqlTable table = MySqlTable.inspect(connection, layout, retention);
        List<String> unarchived = retention instanceof Retention.ArchiveAfter archive
                        && table.columns().size() > 0
                ? MySqlArchive.inspect(connection, layout, Archive.named(archive))
                        .warnings()
                : List.of();
        return new Seen(table, unarchived, terms);
    }

    private record Seen(MySqlTable table, List<String> unarchived, Terms terms) implements Inspected {
        @Override
        public List<String> problems() {
            return table.problems();
        }

        @Override
        public List<String> warnings() {
            return Stream.concat(table.warnings().stream(), unarchived.stream()).toList();
        }

        @Override
        public OutboxStatements statements() {
            return new MySqlStatements(new OutboxSql(table), table, terms);
        }
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Looks at an outbox table by PostgreSQL's catalogue. */
final class PostgresInspector implements OutboxInspector {
    @Override
    public Quoting quoting() {
        return Quoting.POSTGRESQL;
    }

    @Override
    public Inspected inspect(Connection connection, OutboxLayout layout, Terms terms) throws SQLException {
        return new Seen(OutboxTable.inspect(connection, layout), terms);
    }

    private record Seen(OutboxTable table, Terms terms) implements Inspected {
        @Override
        public List<String> problems() {
            return table.problems(terms.settings().retention());
        }

        @Override
        public List<String> warnings() {
            return table.warnings(terms.settings().retention());
        }

        @Override
        public OutboxStatements statements() {
            return new PostgresStatements(new OutboxSql(table), terms);
        }
    }
}

package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.OutboxInspector;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.jdbc.outbox.Terms;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Looks at an outbox table by the server's information schema. */
final class MySqlInspector implements OutboxInspector {
    @Override
    public Quoting quoting() {
        return Quoting.MYSQL;
    }

    @Override
    public Inspected inspect(Connection connection, OutboxLayout layout, Terms terms) throws SQLException {
        return new Seen(MySqlTable.inspect(connection, layout, terms.settings().retention()), terms);
    }

    private record Seen(MySqlTable table, Terms terms) implements Inspected {
        @Override
        public List<String> problems() {
            return table.problems();
        }

        @Override
        public List<String> warnings() {
            return table.warnings();
        }

        @Override
        public OutboxStatements statements() {
            return new MySqlStatements(new OutboxSql(table), table, terms);
        }
    }
}

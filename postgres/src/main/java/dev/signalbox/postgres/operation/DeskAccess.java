package dev.signalbox.postgres.operation;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.outbox.OutboxSql;
import dev.signalbox.postgres.outbox.OutboxTable;
import dev.signalbox.postgres.outbox.Retention;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The way to one outbox table for an operator: its statements, and connections to run them on. */
final class DeskAccess {
    private static final Map<String, SqlTemplate> TEMPLATES = new ConcurrentHashMap<>();

    private final OutboxLayout layout;
    private final ConnectionLender connections;
    private volatile @Nullable Map<String, String> names;

    DeskAccess(OutboxLayout layout, ConnectionLender connections) {
        this.layout = layout;
        this.connections = connections;
    }

    /** A statement about the table, in which further names may stand. */
    Sql sql(String template, Map<String, String> more, Set<String> flags) throws SourceException {
        Map<String, String> all = new HashMap<>(names());
        all.putAll(more);
        return TEMPLATES
                .computeIfAbsent(template, name -> SqlTemplate.load(DeskAccess.class, name + ".sql"))
                .fill(all, flags);
    }

    <T> T run(String what, SqlWork<T> work) throws SourceException {
        try (Connection connection = connections.borrow()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new SourceException(
                    "could not %s of outbox table %s: %s".formatted(what, table(), e.getMessage()), e);
        }
    }

    String table() {
        return layout.table().toString();
    }

    private Map<String, String> names() throws SourceException {
        Map<String, String> known = names;
        return known != null ? known : learn();
    }

    private Map<String, String> learn() throws SourceException {
        refuse(layout.problems(Quoting.POSTGRESQL));
        OutboxTable table = run("look at the columns", connection -> OutboxTable.inspect(connection, layout));
        refuse(table.problems(Retention.keep()));
        Map<String, String> learned = new HashMap<>(OutboxSql.names(table));
        learned.put("created_type", table.column("created_at").type());
        names = Map.copyOf(learned);
        return learned;
    }

    private void refuse(List<String> problems) throws SourceException {
        if (!problems.isEmpty()) {
            throw new SourceException(
                    "outbox table %s cannot be used: %s".formatted(table(), String.join("; ", problems)));
        }
    }

    /** Whether a text that an operator gave could not be a value of the column that it was compared with. */
    static boolean isNoSuchValue(SourceException e) {
        return e.getCause() instanceof SQLException cause
                && cause.getSQLState() != null
                && cause.getSQLState().startsWith("22");
    }
}

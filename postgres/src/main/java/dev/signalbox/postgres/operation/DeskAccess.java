package dev.signalbox.postgres.operation;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.Retention;
import dev.signalbox.postgres.outbox.OutboxSql;
import dev.signalbox.postgres.outbox.OutboxTable;
import dev.signalbox.postgres.table.SignalboxTable;
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
    private static final String NOT_ALLOWED = "42501";
    private static final Map<String, SqlTemplate> TEMPLATES = new ConcurrentHashMap<>();

    /** Finds out what the names in statements stand for. */
    private interface Names {
        Map<String, String> learn(DeskAccess access) throws SourceException;
    }

    private final TableName table;
    private final ConnectionLender connections;
    private final Names unknown;
    private volatile @Nullable Map<String, String> names;

    private DeskAccess(TableName table, ConnectionLender connections, Names names) {
        this.table = table;
        this.connections = connections;
        this.unknown = names;
    }

    /** The way to a table whose rows carry their state. */
    static DeskAccess toStatusTable(OutboxLayout layout, ConnectionLender connections) {
        return new DeskAccess(layout.table(), connections, access -> access.inspect(layout));
    }

    /** The way to Signalbox's own table, of which only the name is to be known. */
    static DeskAccess toOwnTable(TableName table, ConnectionLender connections) {
        return new DeskAccess(
                table,
                connections,
                _ -> Map.of(
                        "table", table.quoted(Quoting.POSTGRESQL),
                        "failed", SignalboxTable.failed(table).quoted(Quoting.POSTGRESQL)));
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
        return table.toString();
    }

    private Map<String, String> names() throws SourceException {
        Map<String, String> known = names;
        if (known == null) {
            known = Map.copyOf(unknown.learn(this));
            names = known;
        }
        return known;
    }

    private Map<String, String> inspect(OutboxLayout layout) throws SourceException {
        refuse(layout.problems(Quoting.POSTGRESQL));
        OutboxTable found = run("look at the columns", connection -> OutboxTable.inspect(connection, layout));
        refuse(found.problems(Retention.keep()));
        Map<String, String> learned = new HashMap<>(OutboxSql.names(found));
        learned.put("created_type", found.column("created_at").type());
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

    static boolean isNotAllowed(SourceException e) {
        return hasState(e, NOT_ALLOWED);
    }

    /** Whether the database failed with exactly this. */
    static boolean hasState(SourceException e, String state) {
        return e.getCause() instanceof SQLException cause && state.equals(cause.getSQLState());
    }
}

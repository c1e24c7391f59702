package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An operator's access to one outbox table: its statements, and connections to run them on. */
public final class OutboxAdminAccess {
    /** Determines the names in statements. */
    private interface TableInspection {
        AdminDialect.InspectedTable learn(OutboxAdminAccess access) throws SourceException;
    }

    private final AdminDialect dialect;
    private final TableName table;
    private final ConnectionLender connections;
    private final TableInspection unknown;
    private volatile AdminDialect.@Nullable InspectedTable names;

    private OutboxAdminAccess(
            AdminDialect dialect, TableName table, ConnectionLender connections, TableInspection inspection) {
        this.dialect = dialect;
        this.table = table;
        this.connections = connections;
        this.unknown = inspection;
    }

    /** Access to a table whose rows carry their state. */
    static OutboxAdminAccess toStatusTable(
            AdminDialect dialect, OutboxLayout layout, boolean sideSchema, ConnectionLender connections) {
        return new OutboxAdminAccess(
                dialect, layout.table(), connections, access -> access.inspect(layout, sideSchema));
    }

    /** Access to a table whose names in statements are known in advance. */
    public static OutboxAdminAccess toKnownTable(
            AdminDialect dialect, TableName table, ConnectionLender connections, Map<String, String> names) {
        var known = new AdminDialect.InspectedTable(List.of(), names, Set.of());
        return new OutboxAdminAccess(dialect, table, connections, _ -> known);
    }

    public AdminDialect dialect() {
        return dialect;
    }

    /** A statement about the table, with additional names. */
    public <P extends Enum<P>> Sql sql(SqlTemplate<P> template, Map<String, String> more, Set<P> parts)
            throws SourceException {
        return names().sql(template, more, parts);
    }

    /** The substitute for a name in statements. */
    String named(String name) throws SourceException {
        return names().names().getOrDefault(name, "");
    }

    public <T> T run(String what, SqlWork<T> work) throws SourceException {
        return connections.run(what + " of outbox table " + table, work);
    }

    List<String> change(String what, AdminDialect.Change change, String relay, List<String> ids)
            throws SourceException {
        AdminDialect.InspectedTable known = names();
        return run(what, connection -> dialect.change(connection, known, change, relay, ids));
    }

    /** The planner's estimate of how many rows the statement finds. */
    public long estimate(SqlTemplate<SqlTemplate.NoPart> template) throws SourceException {
        Sql sql = sql(template, Map.of(), Set.of());
        return run("estimate the backlog", connection -> dialect.estimate(connection, sql));
    }

    public String table() {
        return table.toString();
    }

    private AdminDialect.InspectedTable names() throws SourceException {
        AdminDialect.InspectedTable known = names;
        if (known == null) {
            known = unknown.learn(this);
            names = known;
        }
        return known;
    }

    private AdminDialect.InspectedTable inspect(OutboxLayout layout, boolean sideSchema) throws SourceException {
        refuse(layout.problems(dialect.quoting()));
        AdminDialect.InspectedTable found =
                run("look at the columns", connection -> dialect.inspect(connection, layout, sideSchema));
        refuse(found.problems());
        return found;
    }

    private void refuse(List<String> problems) throws SourceException {
        if (!problems.isEmpty()) {
            throw new SourceException(
                    "outbox table %s cannot be used: %s".formatted(table(), String.join("; ", problems)));
        }
    }

    /** Explains why messages could not be discarded, if it is for a missing right; else returns the failure. */
    public SourceException refuseDiscard(SourceException failure, String from) throws RefusedException {
        if (kindOf(failure) == AdminDialect.FailureKind.NOT_ALLOWED) {
            throw new RefusedException(
                    "To discard is to delete the row, and this user may not do that: GRANT DELETE ON " + from
                            + " would allow it.");
        }
        return failure;
    }

    public AdminDialect.FailureKind kindOf(SourceException e) {
        return e.getCause() instanceof SQLException cause ? dialect.kindOf(cause) : AdminDialect.FailureKind.OTHER;
    }
}

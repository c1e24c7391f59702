package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access to one outbox table: its statements, and the fence to run them behind. */
final class OutboxTableAccess {
    private final OutboxLayout layout;
    private final FencedStatements fenced;
    private final OutboxContext context;
    private final OutboxInspector inspector;
    private volatile @Nullable OutboxStatements statements;

    OutboxTableAccess(OutboxLayout layout, FencedStatements fenced, OutboxContext context, OutboxInspector inspector) {
        this.layout = layout;
        this.fenced = fenced;
        this.context = context;
        this.inspector = inspector;
    }

    FencedStatements fenced() {
        return fenced;
    }

    OutboxContext context() {
        return context;
    }

    /** Whether Signalbox or another program can mark a row as claimed. */
    boolean marks() {
        return layout.marks();
    }

    @FunctionalInterface
    interface Operation<T> {
        T run(OutboxStatements statements, Connection connection) throws SQLException;
    }

    <T> T read(String what, Operation<T> operation) throws SourceException {
        OutboxStatements known = statements();
        return fenced.read(what, connection -> operation.run(known, connection));
    }

    <T> T write(String what, Incarnation owner, Operation<T> operation) throws SourceException {
        OutboxStatements known = statements();
        return fenced.write(what, owner, connection -> operation.run(known, connection));
    }

    /** The statements for the table; the first call inspects it. */
    OutboxStatements statements() throws SourceException {
        OutboxStatements known = statements;
        return known != null ? known : learn().statements().get();
    }

    /** Inspects the table, and fails with all its problems. */
    OutboxInspector.InspectedOutbox learn() throws SourceException {
        refuse(layout.problems(inspector.quoting()));
        if (layout.recordsFailuresAside() && !context.byLeaseRow()) {
            refuse(List.of(
                    "it has no columns for attempts and errors, which go to Signalbox's own tables then, and those"
                            + " are not there; 'signalbox schema install' makes them"));
        }
        if (!layout.marks() && context.claimMode() != ClaimMode.OWN) {
            refuse(List.of("its rows have no word for being held, so they can only be held by ownership"));
        }
        if (layout.columns().processedAt() == null
                && context.settings().retention().stay().isPresent()) {
            refuse(List.of("it has no time of sending, so that rows can't be deleted or archived some time after it"));
        }
        OutboxInspector.InspectedOutbox table =
                fenced.read("look at the columns", connection -> inspector.inspect(connection, layout, context));
        refuse(table.problems());
        statements = table.statements().get();
        return table;
    }

    List<RecentRow> recentRows(OutboxInspector.InspectedOutbox table) throws SourceException {
        return fenced.read("look at recent ids", table.recentRows()::read);
    }

    private void refuse(List<String> problems) throws SourceException {
        if (!problems.isEmpty()) {
            throw new SourceException(
                    "outbox table %s cannot be used: %s".formatted(layout.table(), String.join("; ", problems)));
        }
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.FencedStatements;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The way to one outbox table: its statements, and running them behind the fence. */
final class OutboxAccess {
    private final OutboxLayout layout;
    private final FencedStatements statements;
    private final OutboxSettings settings;
    private volatile @Nullable OutboxSql sql;

    OutboxAccess(OutboxLayout layout, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        this.layout = layout;
        this.statements = new FencedStatements(layout.table().toString(), fence, reads);
        this.settings = settings;
    }

    FencedStatements statements() {
        return statements;
    }

    boolean byLeaseRow() {
        return statements.byLeaseRow();
    }

    /** How rows are held: without a schema of our own there is no place to record what is not marked. */
    Holding holding() {
        return byLeaseRow() ? settings.holding() : Holding.MARK;
    }

    /** The statements for the table as it is; the first call looks at it. */
    OutboxSql sql() throws SourceException {
        OutboxSql known = sql;
        return known != null ? known : learn().sql();
    }

    /** The table, found fit for work, and its statements. */
    record Learned(OutboxTable table, OutboxSql sql) {}

    /** Looks at the table, and fails with all that is wrong with it. */
    Learned learn() throws SourceException {
        refuse(layout.problems(Quoting.POSTGRESQL));
        OutboxTable table = read("look at the columns", connection -> OutboxTable.inspect(connection, layout));
        refuse(table.problems(settings.retention()));
        OutboxSql learned = new OutboxSql(table);
        sql = learned;
        return new Learned(table, learned);
    }

    private void refuse(List<String> problems) throws SourceException {
        if (!problems.isEmpty()) {
            throw new SourceException(
                    "outbox table %s cannot be used: %s".formatted(layout.table(), String.join("; ", problems)));
        }
    }

    <T> T read(String what, SqlWork<T> work) throws SourceException {
        return statements.read(what, work);
    }

    <T> T write(String what, Incarnation owner, SqlWork<T> work) throws SourceException {
        return statements.write(what, owner, work);
    }

    <T> T writeOnce(String what, Incarnation owner, SqlWork<T> statement) throws SourceException {
        return statements.writeOnce(what, owner, statement);
    }

    <T> Optional<T> writeUnlessLocked(String what, Incarnation owner, SqlWork<T> work) throws SourceException {
        return statements.writeUnlessLocked(what, owner, work);
    }
}

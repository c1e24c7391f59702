package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.postgres.Fence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The way to one outbox table: its statements, and running them behind the fence. */
final class OutboxAccess {
    /** Serialisation failure, deadlock, lock time-out: the transaction is undone, and another try may do. */
    private static final Set<String> WORTH_ANOTHER_TRY = Set.of("40001", "40P01", "55P03");

    private static final String LOCKED = "55P03";

    private static final int TRIES = 4;

    private final OutboxLayout layout;
    private final Fence fence;
    private final ConnectionLender reads;
    private final OutboxSettings settings;
    private volatile @Nullable OutboxSql sql;

    OutboxAccess(OutboxLayout layout, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        this.layout = layout;
        this.fence = fence;
        this.reads = reads;
        this.settings = settings;
    }

    boolean byLeaseRow() {
        return fence.byLeaseRow();
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
        return tried(what, () -> {
            try (Connection connection = reads.borrow()) {
                return work.run(connection);
            }
        });
    }

    <T> T write(String what, Incarnation owner, SqlWork<T> work) throws SourceException {
        return tried(what, () -> fence.write(owner, work));
    }

    <T> T writeOnce(String what, Incarnation owner, SqlWork<T> statement) throws SourceException {
        return tried(what, () -> fence.writeOnce(owner, statement));
    }

    /** The same, but a lock that somebody holds on a row is told instead of waited for again. */
    <T> Optional<T> writeUnlessLocked(String what, Incarnation owner, SqlWork<T> statement) throws SourceException {
        return tried(what, () -> {
            try {
                return Optional.of(fence.writeOnce(owner, statement));
            } catch (SQLException e) {
                if (LOCKED.equals(e.getSQLState())) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    private interface Attempt<T> {
        T run() throws SQLException;
    }

    private <T> T tried(String what, Attempt<T> attempt) throws SourceException {
        for (int tries = 1; ; tries++) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (tries == TRIES || !WORTH_ANOTHER_TRY.contains(e.getSQLState())) {
                    throw new SourceException(
                            "could not %s of outbox table %s: %s".formatted(what, layout.table(), e.getMessage()), e);
                }
            }
        }
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.FastPathFailedException;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepResult;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.SweepPart;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Moves a small batch of completed rows to the archive in its own transaction. */
final class ArchiveBatch {
    private final PostgresOutboxSql sql;
    private final TableName table;

    ArchiveBatch(PostgresOutboxSql sql, TableName table) {
        this.sql = sql;
        this.table = table;
    }

    SweepResult run(Connection connection, Set<SweepPart> parts, Map<String, @Nullable Object> values)
            throws SQLException {
        ArchiveTable archive = look(connection);
        archive.refuse();
        Set<SweepPart> archiving = EnumSet.of(SweepPart.ARCHIVE);
        archiving.addAll(parts);
        Sql sweep = sql.fill(PostgresOutboxTemplates.SWEEP, archive.names(Quoting.POSTGRESQL), archiving);
        SweepResult step = PostgresOutboxStatements.swept(connection, sweep, values, archive);
        // The statement's locks prevent changes of the table until the transaction ends, so this inspection is reliable
        if (step.deleted() > 0 && !look(connection).equals(archive)) {
            throw new FastPathFailedException(
                    "the columns of %s or %s have changed".formatted(archive.source(), table));
        }
        return step;
    }

    private ArchiveTable look(Connection connection) throws SQLException {
        return PostgresArchiveInspector.inspect(connection, sql.layout().table(), table);
    }
}

package dev.signalbox.postgres.outbox;

import dev.signalbox.jdbc.CloserLookException;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepStep;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Moves a small batch of completed rows to the archive, in a transaction of its own. */
final class ArchiveBatch {
    private final OutboxSql sql;
    private final TableName table;

    ArchiveBatch(OutboxSql sql, TableName table) {
        this.sql = sql;
        this.table = table;
    }

    SweepStep run(Connection connection, Set<String> flags, Map<String, @Nullable Object> values) throws SQLException {
        Archive archive = look(connection);
        archive.refuse();
        Set<String> archiving = new HashSet<>(flags);
        archiving.add("archive");
        Sql sweep = sql.fill("sweep", archive.names(Quoting.POSTGRESQL), archiving);
        SweepStep step = PostgresStatements.swept(connection, sweep, values, archive);
        // From now on nobody alters the table until the end of the transaction, so this look is the one that counts
        if (step.deleted() > 0 && !look(connection).equals(archive)) {
            throw new CloserLookException("the columns of %s or %s have changed".formatted(archive.source(), table));
        }
        return step;
    }

    private Archive look(Connection connection) throws SQLException {
        return PostgresArchive.inspect(connection, sql.layout().table(), table);
    }
}
